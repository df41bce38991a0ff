#include "gui/call/status_line.h"

#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "gui/call/button.h"
#include "gui/call/number_label.h"
#include "gui/call/sound_words.h"
#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

constexpr int words_left = 26;
constexpr int gap = 14;
constexpr int gap_before_number = 6;
constexpr int least_for_part = 40;  ///< of the second line: what is shorter says nothing
const char* const between_parts = " · ";

/// A call that is not good does not have the dot of one that is.
StatusLevel with_quality(StatusLevel level, QualityLevel quality) {
  return level == StatusLevel::good && quality > QualityLevel::good ? StatusLevel::attention : level;
}

}  // namespace

StatusLine::StatusLine(QWidget* parent)
    : QWidget(parent),
      lock_(new Button(Icon::lock_open, tr("Not encrypted"), {}, Button::Role::plain, this)),
      number_(new NumberLabel(this)) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  lock_->hide();
  // A press shows the tool tip, because a keyboard cannot hover.
  connect(lock_, &Button::clicked, this,
          [this] { QToolTip::showText(lock_->mapToGlobal(QPoint(0, lock_->height())), lock_->toolTip(), lock_); });
}

void StatusLine::set_status(const CallStatus& status) {
  const bool in_call = status.phase == CallStatus::Phase::in_call;
  const QString words = status_words(status);
  const QString quality = in_call ? evenkeel::quality_words(new_quality_) : QString();
  const QString sound = evenkeel::sound_words(status);
  const StatusLevel level = in_call ? with_quality(level_of(status), new_quality_.level) : level_of(status);
  const bool same_words =
      words == words_ && quality == quality_words_ && sound == sound_words_ && new_recording_words_ == recording_words_;
  const bool same_lock = secrecy_meaning(status) == lock_->toolTip();
  show_secrecy(status);
  if (same_words && same_lock && level == level_) return;
  words_ = words;
  quality_words_ = quality;
  sound_words_ = sound;
  recording_words_ = new_recording_words_;
  level_ = level;
  setAccessibleName(lines().join(". "));
  QStringList all = lines();
  if (!recording_words_.isEmpty()) all << recording_words_;
  setToolTip(all.join("\n"));
  place_lock();
  updateGeometry();
  update();
}

void StatusLine::show_secrecy(const CallStatus& status) {
  const bool closed = secrecy_of(status) == Secrecy::encrypted;
  const bool good = closed && status.server.empty();
  const Theme& theme = theme_of(palette());
  lock_->set_icon_color(good ? theme.good : theme.warning);  // Every time: the theme may have changed.
  const QString meaning = secrecy_meaning(status);
  if (meaning == lock_->toolTip()) return;
  lock_->set_icon(good ? Icon::lock : closed ? Icon::lock_server : Icon::lock_open);
  lock_->setText(secrecy_name(status));
  lock_->setAccessibleName(lock_->text());
  lock_->setToolTip(meaning);
  lock_->setAccessibleDescription(meaning);
  lock_->setVisible(!meaning.isEmpty());
  number_->set_number(number_to_compare(status));
}

QStringList StatusLine::lines() const {
  QStringList all{words_, sound_words_, quality_words_};
  all.removeAll(QString());
  return all;
}

/// Who cannot be heard has to know it before anything else.
QString StatusLine::second_line() const {
  QStringList parts{sound_words_, recording_words_, quality_words_};
  parts.removeAll(QString());
  return parts.join(between_parts);
}

QString StatusLine::second_line_in(int room) const {
  const auto width_of = [this](const QString& text) { return fontMetrics().horizontalAdvance(text); };
  const QString whole = second_line();
  if (width_of(whole) <= room) return whole;
  if (recording_words_.isEmpty()) {
    // Of the quality its word stays: "Poor".
    const int for_sound = room - width_of(between_parts + quality_words_.section(':', 0, 0));
    const bool both = !sound_words_.isEmpty() && !quality_words_.isEmpty() && for_sound >= least_for_part;
    const QString first = both ? fontMetrics().elidedText(sound_words_, Qt::ElideRight, for_sound) : QString();
    if (both && first != sound_words_) return first + between_parts + quality_words_.section(':', 0, 0);
    return fontMetrics().elidedText(whole, Qt::ElideRight, room);
  }
  int left = room - width_of(recording_words_);
  const auto fitted = [&](const QString& part) {
    const int least = least_for_part + width_of(between_parts);
    if (part.isEmpty() || left < least) return QString();
    const QString elided = fontMetrics().elidedText(part, Qt::ElideRight, left - width_of(between_parts));
    left -= width_of(elided + between_parts);
    return elided;
  };
  const QString sound = fitted(sound_words_), quality = fitted(quality_words_);
  QStringList parts{sound, recording_words_, quality};
  parts.removeAll(QString());
  return parts.join(between_parts);
}

bool StatusLine::has_number() const { return !number_->text().isEmpty(); }

QSize StatusLine::sizeHint() const {
  const int height = std::max(lock_->sizeHint().height(), 2 * fontMetrics().height());
  return {words_left + width_of_words() + width_of_lock(), height};
}

int StatusLine::width_of_words() const {
  return std::max(fontMetrics().horizontalAdvance(words_), fontMetrics().horizontalAdvance(second_line()));
}

QColor StatusLine::dot() const {
  const Theme& theme = theme_of(palette());
  switch (level_) {
    case StatusLevel::under_way:
      return theme.curves[0];
    case StatusLevel::good:
      return theme.good;
    case StatusLevel::attention:
      return theme.warning;
    case StatusLevel::quiet:
      break;
  }
  return theme.axis;
}

int StatusLine::room_for_words() const { return std::max(width() - words_left - width_of_lock(), 0); }

int StatusLine::width_of_lock() const {
  const int number = number_->isHidden() ? 0 : gap_before_number + number_->sizeHint().width();
  return lock_->isHidden() ? 0 : gap + lock_->sizeHint().width() + number;
}

/// After the text, not at the far edge: they belong together.
void StatusLine::place_lock() {
  number_->setVisible(has_number() && width() >= width_with_number);
  // Beside a number, which needs the room, a closed lock says enough.
  const bool short_of_room = width() < 300 || !number_->isHidden();
  lock_->set_shape(short_of_room ? Button::Shape::icon_only : Button::Shape::beside);
  lock_->resize(lock_->sizeHint());
  const int words = std::min(width_of_words() + 1, room_for_words());
  const int middle = height() / 2;
  lock_->move(words_left + words + gap, middle - lock_->height() / 2);
  number_->resize(number_->sizeHint());
  number_->move(lock_->geometry().right() + 1 + gap_before_number, middle - number_->height() / 2);
}

void StatusLine::resizeEvent(QResizeEvent*) { place_lock(); }

void StatusLine::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(dot());
  painter.drawEllipse(QPointF(13, height() / 2.0), 5, 5);
  const auto draw = [&](const QString& text, const QRect& area) {
    const QString elided = fontMetrics().elidedText(text, Qt::ElideRight, area.width());
    painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft, elided);
  };
  const int room = room_for_words() + 1;
  const QString second = second_line_in(room);
  const int line = second.isEmpty() ? height() : height() / 2;
  painter.setPen(palette().color(QPalette::WindowText));
  draw(words_, {words_left, 0, room, line});
  painter.setPen(theme_of(palette()).faint_text);
  draw(second, {words_left, line, room, height() - line});
}

}  // namespace evenkeel
