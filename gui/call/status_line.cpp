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
  warning_words_ = warning_words(status);
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

/// "Poor", without the reason.
QString StatusLine::quality_word() const { return quality_words_.section(':', 0, 0); }

QString StatusLine::words_in(int room) const {
  if (warning_words_.isEmpty() || width_of(words_) <= room)
    return fontMetrics().elidedText(words_, Qt::ElideRight, room);
  const QString warnings = between_parts + warning_words_;
  const int for_state = room - width_of(warnings);
  if (for_state < least_for_part) return fontMetrics().elidedText(warning_words_, Qt::ElideRight, room);
  return fontMetrics().elidedText(words_.chopped(warnings.size()), Qt::ElideRight, for_state) + warnings;
}

QString StatusLine::second_line_in(int room) const {
  const QString whole = second_line();
  if (width_of(whole) <= room) return whole;
  const QString word = quality_word();
  int left = room - width_of(word);
  const auto separated = [this](bool by) { return by ? width_of(between_parts) : 0; };
  QString sound, recording;
  const int for_sound = left - separated(!word.isEmpty());
  if (!sound_words_.isEmpty() && for_sound >= least_for_part) {
    sound = fontMetrics().elidedText(sound_words_, Qt::ElideRight, for_sound);
    left = for_sound - width_of(sound);
  }
  const int for_recording = left - separated(!word.isEmpty() || !sound.isEmpty());
  if (!recording_words_.isEmpty() && width_of(recording_words_) <= for_recording) {
    recording = recording_words_;
    left = for_recording - width_of(recording);
  }
  QString quality = fontMetrics().elidedText(quality_words_, Qt::ElideRight, left + width_of(word));
  if (quality.size() <= word.size()) quality = word;
  QStringList parts{sound, recording, quality};
  parts.removeAll(QString());
  return fontMetrics().elidedText(parts.join(between_parts), Qt::ElideRight, room);
}

bool StatusLine::has_number() const { return !number_->text().isEmpty(); }

QSize StatusLine::sizeHint() const {
  const int height = std::max(lock_->sizeHint().height(), 2 * fontMetrics().height());
  return {words_left + width_of_words() + width_of_lock(), height};
}

int StatusLine::width_of_words() const { return std::max(width_of(words_), width_of(second_line())); }

/// For what must not be cut off.
int StatusLine::least_for_words() const { return std::max(width_of(warning_words_), width_of(quality_word())); }

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
  if (room_for_words() < least_for_words()) lock_->set_shape(Button::Shape::icon_only);
  if (room_for_words() < least_for_words()) number_->hide();
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
  draw(words_in(room), {words_left, 0, room, line});
  painter.setPen(theme_of(palette()).faint_text);
  draw(second, {words_left, line, room, height() - line});
}

}  // namespace evenkeel
