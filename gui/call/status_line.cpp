#include "gui/call/status_line.h"

#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "gui/call/button.h"
#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

constexpr int words_left = 26;
constexpr int gap = 14;

}  // namespace

StatusLine::StatusLine(QWidget* parent)
    : QWidget(parent), lock_(new Button(Icon::lock_open, tr("Not encrypted"), {}, Button::Role::plain, this)) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  lock_->hide();
  // A press shows the tool tip, because a keyboard cannot hover.
  connect(lock_, &Button::clicked, this,
          [this] { QToolTip::showText(lock_->mapToGlobal(QPoint(0, lock_->height())), lock_->toolTip(), lock_); });
}

QWidget& StatusLine::lock() { return *lock_; }

void StatusLine::set_status(const CallStatus& status) {
  const QString words = status_words(status);
  const QString mode = evenkeel::mode_words(status, mode_);
  const bool in_call = status.phase == CallStatus::Phase::in_call;
  const QString losses = in_call ? new_losses_ : QString();
  const bool open = is_open_to_readers(status);
  lock_->set_icon_color(theme_of(palette()).warning);  // Every time: the theme may have changed.
  const bool same_words = words == words_ && mode == mode_words_ && losses == losses_;
  if (same_words && level_of(status) == level_ && open != lock_->isHidden()) return;
  words_ = words;
  mode_words_ = mode;
  losses_ = losses;
  has_loss_line_ = has_call(status) && (has_loss_line_ || !losses.isEmpty());
  level_ = level_of(status);
  setAccessibleName(lines().join(". "));
  setToolTip(lines().join("\n"));
  lock_->setToolTip(not_encrypted_meaning(status));
  lock_->setAccessibleDescription(lock_->toolTip());
  lock_->setVisible(open);
  place_lock();
  updateGeometry();
  update();
}

QStringList StatusLine::lines() const {
  QStringList all{words_, mode_words_, losses_};
  all.removeAll(QString());
  return all;
}

QSize StatusLine::sizeHint() const {
  const int lock = lock_->isHidden() ? 0 : gap + lock_->sizeHint().width();
  const int height = std::max(lock_->sizeHint().height(), 2 * fontMetrics().height()) + loss_line_height();
  return {words_left + width_of_words() + lock, height};
}

int StatusLine::width_of_words() const {
  return std::max(fontMetrics().horizontalAdvance(words_), fontMetrics().horizontalAdvance(mode_words_));
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

int StatusLine::room_for_words() const {
  const int lock = lock_->isHidden() ? 0 : gap + lock_->width();
  return std::max(width() - words_left - lock, 0);
}

/// After the text, not at the far edge: they belong together.
void StatusLine::place_lock() {
  lock_->set_shape(width() < 300 ? Button::Shape::icon_only : Button::Shape::beside);
  lock_->resize(lock_->sizeHint());
  const int words = std::min(width_of_words() + 1, room_for_words());
  lock_->move(words_left + words + gap, (height() - loss_line_height() - lock_->height()) / 2);
}

void StatusLine::resizeEvent(QResizeEvent*) { place_lock(); }

void StatusLine::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(dot());
  const int upper = height() - loss_line_height();
  painter.drawEllipse(QPointF(13, upper / 2.0), 5, 5);
  const auto draw = [&](const QString& text, const QRect& area) {
    const QString elided = fontMetrics().elidedText(text, Qt::ElideRight, area.width());
    painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft, elided);
  };
  const int room = room_for_words() + 1;
  const int line = mode_words_.isEmpty() ? upper : upper / 2;
  painter.setPen(palette().color(QPalette::WindowText));
  draw(words_, {words_left, 0, room, line});
  painter.setPen(theme_of(palette()).faint_text);
  draw(mode_words_, {words_left, line, room, upper - line});
  draw(losses_, {words_left, upper, width() - words_left, height() - upper});
}

}  // namespace evenkeel
