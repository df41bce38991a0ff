#include "gui/call/button.h"

#include <QEvent>
#include <QKeyEvent>
#include <QPainter>
#include <algorithm>

#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

constexpr int icon_size = 20;
constexpr int gap = 7;
constexpr int side = 10;

QColor mixed(const QColor& a, const QColor& b, float share_of_b) {
  const auto mix = [share_of_b](float x, float y) { return x + (y - x) * share_of_b; };
  return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

}  // namespace

Button::Button(Icon icon, const QString& word, const QString& tool_tip, Role role, QWidget* parent)
    : QAbstractButton(parent), icon_(icon), role_(role) {
  setText(word);
  setToolTip(tool_tip);
  setAccessibleName(word);
  setAccessibleDescription(tool_tip);
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setAttribute(Qt::WA_Hover);
}

void Button::set_icon(Icon icon) {
  if (icon == icon_) return;
  icon_ = icon;
  update();
}

void Button::set_shape(Shape shape) {
  if (shape == shape_) return;
  shape_ = shape;
  updateGeometry();
  update();
}

void Button::set_widest_word(const QString& word) {
  widest_word_ = word;
  updateGeometry();
}

void Button::set_icon_color(const QColor& color) {
  if (color == icon_color_) return;
  icon_color_ = color;
  update();
}

void Button::set_left_aligned(bool left) {
  left_ = left;
  update();
}

int Button::word_width() const {
  const QFontMetrics metrics(font());
  return std::max(metrics.horizontalAdvance(text()), metrics.horizontalAdvance(widest_word_));
}

QSize Button::sizeHint() const {
  const int line = fontMetrics().height();
  const int icon = icon_ == Icon::none ? 0 : icon_size;
  switch (shape_) {
    case Shape::icon_only:
      return {icon_size + 14, icon_size + 12};
    case Shape::under:
      return {std::max(icon, word_width()) + 2 * side, icon + line + 14};
    case Shape::beside:
      break;
  }
  return {icon + (icon > 0 ? gap : 0) + word_width() + 2 * side + (role_ == Role::plain ? 0 : 8),
          std::max(icon_size, line) + 12};
}

QColor Button::letters() const {
  if (!isEnabled()) return palette().color(QPalette::Disabled, QPalette::ButtonText);
  if (role_ == Role::primary) return palette().color(QPalette::HighlightedText);
  // White on the red of the dark theme would be too faint.
  if (role_ == Role::danger) return theme_of(palette()).dark ? dark_theme().plot_background : QColor(Qt::white);
  return palette().color(QPalette::ButtonText);
}

QColor Button::ground() const {
  const QColor button = palette().color(QPalette::Button);
  QColor color = button;
  if (isEnabled() && role_ == Role::primary) color = palette().color(QPalette::Highlight);
  if (isEnabled() && role_ == Role::danger) color = theme_of(palette()).danger;
  if (role_ == Role::plain && isChecked()) color = mixed(button, palette().color(QPalette::Highlight), 0.35F);
  if (!isEnabled()) return color;
  if (isDown()) return mixed(color, letters(), 0.2F);
  if (underMouse()) return mixed(color, letters(), 0.1F);
  return color;
}

void Button::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF area = QRectF(rect()).adjusted(1, 1, -1, -1);
  painter.setPen(Qt::NoPen);
  painter.setBrush(ground());
  painter.drawRoundedRect(area, 6, 6);
  if (hasFocus()) {
    painter.setBrush(Qt::NoBrush);
    // Of the colour of the letters: it stands out from each of the grounds.
    painter.setPen(QPen(letters(), 1.6));
    painter.drawRoundedRect(area.adjusted(1.5, 1.5, -1.5, -1.5), 4.5, 4.5);
  }
  paint_contents(painter);
}

void Button::paint_contents(QPainter& painter) {
  const int icon = icon_ == Icon::none ? 0 : icon_size;
  const QColor icon_color = icon_color_.isValid() && isEnabled() ? icon_color_ : letters();
  QRectF icon_place((width() - icon) / 2.0, (height() - icon) / 2.0, icon, icon);
  QRect word = rect();
  if (shape_ == Shape::under) {
    icon_place.moveTop(6);
    word.adjust(0, 6 + icon, 0, -3);
  } else if (shape_ == Shape::beside) {
    const int used = icon + (icon > 0 ? gap : 0);
    const int content = used + fontMetrics().horizontalAdvance(text());
    const int left = left_ ? side : std::max((width() - content) / 2, 4);
    icon_place.moveLeft(left);
    word.adjust(left + used, 0, -4, 0);
  }
  if (icon > 0) draw_icon(painter, icon_, icon_place, icon_color);
  if (shape_ == Shape::icon_only) return;
  painter.setPen(letters());
  const auto align = shape_ == Shape::under ? Qt::AlignHCenter : Qt::AlignLeft;
  painter.drawText(word, static_cast<int>(align | Qt::AlignVCenter),
                   fontMetrics().elidedText(text(), Qt::ElideRight, word.width()));
}

void Button::keyPressEvent(QKeyEvent* event) {
  // Enter too: without a dialog around it, people expect it as much as Space.
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return click();
  QAbstractButton::keyPressEvent(event);
}

bool Button::event(QEvent* event) {
  const auto type = event->type();
  if (type == QEvent::HoverEnter || type == QEvent::HoverLeave) update();
  return QAbstractButton::event(event);
}

}  // namespace evenkeel
