#include "gui/plots/event_marks.h"

#include <QCoreApplication>

#include "gui/plots/curve_style.h"
#include "gui/plots/time_ticker.h"

namespace evenkeel {
namespace {

constexpr double crowd_px = 6;        // events this close are one marker
constexpr double near_px = 5;         // of the mouse
constexpr double above_foot_px = 14;  // of the marker of a run, above the marks of key frames
constexpr int longest_word_px = 190;
constexpr int most_shown = 2000;
constexpr int dot_px = 2;
constexpr int gap_px = 3;
constexpr std::size_t max_lines = 12;  // of a tool tip

}  // namespace

EventMarks::EventMarks(QCustomPlot* plot) : QCPLayerable(plot) {
  plot->addLayer(QStringLiteral("marks"), plot->layer(QStringLiteral("main")), QCustomPlot::limBelow);
  setLayer(QStringLiteral("marks"));
}

// Starts at the first event, not at the first visible one: otherwise clusters would change while the plot scrolls.
std::vector<EventMarks::Cluster> EventMarks::clusters() const {
  const double gap_s = crowd_px * mParentPlot->xAxis->range().size() / std::max(1, mParentPlot->axisRect()->width());
  std::vector<Cluster> all;
  for (std::size_t i = 0; i < events_.size(); ++i) {
    if (!all.empty() && events_[i].time_s - events_[all.back().first].time_s < gap_s) {
      ++all.back().count;
    } else {
      all.push_back({i, 1});
    }
  }
  return all;
}

void EventMarks::draw(QCPPainter* painter) {
  const QRect area = mParentPlot->axisRect()->rect();
  const std::vector<Cluster> all = clusters();
  std::vector<double> tops(all.size(), area.top());
  painter->setFont(mParentPlot->xAxis->tickLabelFont());
  if (words_shown_) {
    for (const Words& words : place_words(painter->font(), area, all)) {
      painter->setPen(events_[all[words.cluster].first].color);
      painter->drawText(QRectF(words.left, 0, words.width + 2, area.top()), Qt::AlignLeft | Qt::AlignVCenter,
                        words.text);
      tops[words.cluster] = 3;  // up to its text; lines without text stop below those of others
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) draw_line(painter, area, events_[all[i].first], tops[i]);
  draw_counts(painter, area);
  draw_bands(painter, area);
}

void EventMarks::draw_line(QCPPainter* painter, const QRect& area, const Event& event, double top) {
  const double x = std::floor(x_of(event.time_s)) + 0.5;
  if (x < area.left() || x > area.right() + 1) return;
  if (event.strong) {
    painter->setPen(QPen(event.color, 1));
    painter->drawLine(QPointF(x, top), QPointF(x, area.bottom()));
  } else {
    draw_dots(painter, x, top, area.bottom(), event.color);
  }
  if (event.marker.shape == MarkerShape::none) return;
  painter->setAntialiasing(true);
  draw_marker(*painter, {x, area.bottom() - above_foot_px}, event.marker, marker_ink(event.color, *theme_),
              curve_marker_size);
  painter->setAntialiasing(false);
}

// On the screen a brush of such a column is copied: a dashed pen draws every dot.
void EventMarks::draw_dots(QCPPainter* painter, double x, double top, double bottom, const QColor& color) {
  if (painter->modes().testFlag(QCPPainter::pmVectorized)) {
    QPen pen(color, 1);
    pen.setDashPattern({dot_px, gap_px});
    painter->setPen(pen);
    return painter->drawLine(QPointF(x, top), QPointF(x, bottom));
  }
  if (dots_color_ != color || dots_.style() == Qt::NoBrush) {
    QImage column(1, dot_px + gap_px, QImage::Format_ARGB32_Premultiplied);
    column.fill(Qt::transparent);
    for (int y = 0; y < dot_px; ++y) column.setPixelColor(0, y, color);
    dots_ = QBrush(column);
    dots_color_ = color;
  }
  painter->fillRect(QRectF(x - 0.5, top, 1, bottom - top), dots_);
}

const EventMarks::Shown& EventMarks::shown(const QString& text, const QFontMetrics& metrics) {
  const auto found = shown_.constFind(text);
  if (found != shown_.constEnd()) return *found;
  if (shown_.size() >= most_shown) shown_.clear();
  const QString elided = metrics.elidedText(text, Qt::ElideRight, longest_word_px);
  return *shown_.insert(text, {elided, static_cast<double>(metrics.horizontalAdvance(elided))});
}

// The newest come first, because they are what the user has just done.
std::vector<EventMarks::Words> EventMarks::place_words(const QFont& font, const QRect& area,
                                                       const std::vector<Cluster>& all) {
  if (font != font_) shown_.clear();
  font_ = font;
  const QFontMetrics metrics(font);
  std::vector<Words> placed;
  double limit = area.right();
  bool newest = true;
  for (std::size_t i = all.size(); i-- > 0;) {
    const Event& event = events_[all[i].first];
    const double x = x_of(event.time_s);
    if (x < area.left()) break;
    if (x > area.right() + 1) continue;
    const Shown& words = shown(event.text, metrics);
    const QString more = all[i].count > 1 ? QStringLiteral(" +%1").arg(all[i].count - 1) : QString();
    const double width = words.width + (more.isEmpty() ? 0 : metrics.horizontalAdvance(more));
    const bool beyond = x + 4 + width > limit;
    const double left = beyond && newest ? x - 4 - width : x + 4;
    newest = false;
    if (left + width > limit) continue;
    placed.push_back({i, words.text + more, left, width});
    limit = std::min(left, x) - 8;
  }
  return placed;
}

void EventMarks::draw_counts(QCPPainter* painter, const QRect& area) const {
  for (const Count& count : counts_) {
    const double x = x_of(count.time_s);
    if (x < area.left() || x > area.right() + 1) continue;
    draw_count(painter, area, count, x);
  }
}

// Repaired packets below the losses, which they follow at once.
void EventMarks::draw_count(QCPPainter* painter, const QRect& area, const Count& count, double x) {
  const double top = area.top() + 1.0 + count.row * (loss_mark_size + repaired_mark_size + 2);
  const double bottom = area.bottom() + 1.0 - count.row * (key_frame_mark_size + 2);
  painter->setAntialiasing(count.mark != CurveSpec::Mark::key_frame);
  switch (count.mark) {
    case CurveSpec::Mark::loss:
      return draw_loss_mark(*painter, {x, top}, count.color);
    case CurveSpec::Mark::repaired:
      return draw_repaired_mark(*painter, {x, top + loss_mark_size + 1}, count.color);
    case CurveSpec::Mark::key_frame:
      return draw_key_frame_mark(*painter, {std::floor(x), bottom}, count.color);
    case CurveSpec::Mark::jump:
      return draw_jump_mark(*painter, {x, bottom}, count.color);
    case CurveSpec::Mark::none:
    case CurveSpec::Mark::mode:
      break;
  }
}

void EventMarks::draw_bands(QCPPainter* painter, const QRect& area) const {
  for (const Band& band : bands_) {
    const double left = std::max<double>(std::floor(x_of(band.from_s)), area.left());
    const double right = std::min<double>(std::floor(x_of(band.to_s)), area.right() + 1);
    if (right < left) continue;
    const double top = area.top() + band.row * (mode_band_height + 1);
    draw_mode_band(*painter, {left, top}, std::max(right - left, 1.0), band.mode, band.color);
  }
}

QString EventMarks::text_near(double x) const {
  QStringList lines;
  for (const Event& event : events_) {
    if (std::abs(x_of(event.time_s) - x) > near_px + crowd_px / 2) continue;
    lines << QStringLiteral("%1  %2").arg(time_text(event.time_s, 1), event.text);
  }
  const auto more = lines.size() - static_cast<qsizetype>(max_lines);
  if (more > 0) lines = lines.mid(more) << QCoreApplication::translate("EventMarks", "and %1 before").arg(more);
  return lines.join(QChar('\n'));
}

}  // namespace evenkeel
