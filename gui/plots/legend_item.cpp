#include "gui/plots/legend_item.h"

#include <QContextMenuEvent>
#include <QEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "gui/plots/curve_style.h"
#include "gui/theme/tabular_text.h"
#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

constexpr int sample_width = 20;
constexpr int gap = 5;
constexpr int padding = 3;

}  // namespace

void draw_legend_sample(QPainter& painter, const QRectF& area, const CurveLook& look, CurveSpec::Mark mark,
                        const Theme& theme) {
  const QPen& pen = look.pen;
  const QPointF middle = area.center();
  painter.setRenderHint(QPainter::Antialiasing);
  switch (mark) {
    case CurveSpec::Mark::loss:
      return draw_loss_mark(painter, middle - QPointF(0, loss_mark_size / 2), pen.color());
    case CurveSpec::Mark::repaired:
      return draw_repaired_mark(painter, middle - QPointF(0, repaired_mark_size / 2), pen.color());
    case CurveSpec::Mark::key_frame:
      return draw_key_frame_mark(painter, middle + QPointF(0, key_frame_mark_size / 2), pen.color());
    case CurveSpec::Mark::jump:
      return draw_jump_mark(painter, middle + QPointF(0, jump_mark_size / 2), pen.color());
    case CurveSpec::Mark::mode:
      return draw_mode_band(painter, {area.left(), middle.y() - mode_band_height / 2}, area.width(),
                            ControllerMode::competition, pen.color());
    case CurveSpec::Mark::none:
      break;
  }
  QPen line(pen);
  if (pen.style() == Qt::SolidLine) line.setWidthF(pen.widthF() + 0.6);
  painter.setPen(line);
  painter.drawLine(QPointF(area.left(), middle.y()), QPointF(area.right(), middle.y()));
  draw_marker(painter, middle, look.marker, marker_ink(pen.color(), theme), curve_marker_size);
}

LegendItem::LegendItem(const QString& name, CurveSpec::Mark mark, bool removable, QWidget* parent)
    : QAbstractButton(parent), mark_(mark), removable_(removable) {
  setCheckable(true);
  setChecked(true);
  // No focus by click: Space would then toggle curves when the user wants to pause.
  setFocusPolicy(Qt::TabFocus);
  setCursor(Qt::PointingHandCursor);
  set_name(name);
}

void LegendItem::set_name(const QString& name) {
  if (name == text()) return;
  setText(name);
  tell_name();
}

void LegendItem::tell_name() {
  setAccessibleName(right_axis_ ? tr("%1, right-hand axis").arg(text()) : text());
  const QString tip = removable_ ? tr("Hides or shows \u201c%1\u201d; Delete removes it").arg(text())
                                 : tr("Hides or shows \u201c%1\u201d").arg(text());
  setToolTip(right_axis_ ? tip + QChar('\n') + tr("Its values are on the right-hand axis") : tip);
  updateGeometry();
  update();
}

QString LegendItem::shown_name() const { return right_axis_ ? text() + QStringLiteral(" \u2192") : text(); }

void LegendItem::set_right_axis(bool right) {
  if (right == std::exchange(right_axis_, right)) return;
  tell_name();
}

void LegendItem::set_look(const CurveLook& look) {
  look_ = look;
  update();
}

void LegendItem::reset_width() {
  widths_.clear();
  readings_.clear();
  updateGeometry();
}

void LegendItem::set_readings(std::vector<Reading> readings) {
  const bool same = std::ranges::equal(
      readings, readings_, [](const Reading& a, const Reading& b) { return a.text == b.text && a.color == b.color; });
  if (same) return;
  readings_ = std::move(readings);
  bool grown = widths_.size() != readings_.size();
  widths_.resize(readings_.size(), 0);
  for (std::size_t i = 0; i < readings_.size(); ++i) {
    const int width = room_for(readings_[i].text);
    grown = grown || width > widths_[i];
    widths_[i] = std::max(widths_[i], width);
  }
  if (grown) updateGeometry();
  update();
}

/// Numbers get as much as most of them take, for neighbours to stay where they are; what there is none of, no more than
/// its dash.
int LegendItem::room_for(const QString& reading) const {
  const bool number = std::ranges::any_of(reading, [](QChar sign) { return sign.isDigit(); });
  const int usual = number ? tabular_width(fontMetrics(), QStringLiteral("0.00")) : 0;
  return std::max(usual, tabular_width(fontMetrics(), reading));
}

QSize LegendItem::sizeHint() const {
  int width = 2 * padding + sample_width + gap + fontMetrics().horizontalAdvance(shown_name());
  for (const int reading : widths_) width += gap + reading;
  return {width, fontMetrics().height() + 4};
}

void LegendItem::paintEvent(QPaintEvent*) {
  const Theme& theme = theme_of(palette());
  QPainter painter(this);
  if (underMouse() || hasFocus()) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() ? QPen(palette().color(QPalette::Highlight), 1.5) : Qt::NoPen);
    painter.setBrush(underMouse() ? palette().brush(QPalette::Button) : Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 3, 3);
  }
  CurveLook look(look_);
  if (!isChecked()) look.pen.setColor(theme.grid);
  draw_legend_sample(painter, QRectF(padding, 0, sample_width, height()), look, mark_, theme);
  QFont font(painter.font());
  font.setStrikeOut(!isChecked());
  painter.setFont(font);
  painter.setPen(theme.faint_text);
  int x = padding + sample_width + gap;
  painter.drawText(QRect(x, 0, width(), height()), Qt::AlignVCenter | Qt::AlignLeft, shown_name());
  x += fontMetrics().horizontalAdvance(shown_name());
  font.setStrikeOut(false);
  painter.setFont(font);
  for (std::size_t i = 0; isChecked() && i < readings_.size(); ++i) {
    painter.setPen(readings_[i].color);
    // Beside its name, with what room it does not take behind it.
    draw_tabular_text(painter, QRect(x + gap, 0, widths_[i], height()), readings_[i].text);
    x += gap + widths_[i];
  }
}

void LegendItem::keyPressEvent(QKeyEvent* event) {
  const bool removes = event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace;
  if (removable_ && removes) {
    Q_EMIT remove_asked();
  } else {
    QAbstractButton::keyPressEvent(event);
  }
}

void LegendItem::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  connect(menu->addAction(isChecked() ? tr("&Hide") : tr("S&how")), &QAction::triggered, this, &LegendItem::toggle);
  if (removable_) connect(menu->addAction(tr("&Remove")), &QAction::triggered, this, &LegendItem::remove_asked);
  menu->popup(event->globalPos());
}

QString LegendItem::spoken() const {
  if (!isChecked()) return tr("hidden");
  QStringList values;
  for (const Reading& reading : readings_) values << reading.text;
  return values.join(QStringLiteral(", "));
}

void LegendItem::focusInEvent(QFocusEvent* event) {
  setAccessibleDescription(spoken());
  QAbstractButton::focusInEvent(event);
  update();
}

void LegendItem::enterEvent(QEnterEvent* event) {
  QAbstractButton::enterEvent(event);
  update();
}

void LegendItem::leaveEvent(QEvent* event) {
  QAbstractButton::leaveEvent(event);
  update();
}

void LegendItem::changeEvent(QEvent* event) {
  QAbstractButton::changeEvent(event);
  if (event->type() == QEvent::FontChange) reset_width();
}

}  // namespace evenkeel
