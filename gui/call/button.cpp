#include "gui/call/button.h"

#include <QApplication>
#include <QEvent>
#include <QKeyEvent>
#include <QStyle>
#include <QStyleOptionToolButton>

#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

constexpr int icon_size = 20;

QColor mixed(const QColor& a, const QColor& b, float share_of_b) {
  const auto mix = [share_of_b](float x, float y) { return x + (y - x) * share_of_b; };
  return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

}  // namespace

Button::Button(Icon icon, const QString& word, const QString& tool_tip, Role role, QWidget* parent)
    : QToolButton(parent), icon_(icon), role_(role) {
  setText(word);
  setToolTip(tool_tip);
  setAccessibleName(word);
  setAccessibleDescription(tool_tip);
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setIconSize({icon_size, icon_size});
  set_shape(Shape::beside);
  color();
}

void Button::set_icon(Icon icon) {
  if (icon == icon_) return;
  icon_ = icon;
  color();
}

void Button::set_shape(Shape shape) {
  if (icon_ == Icon::none) return setToolButtonStyle(Qt::ToolButtonTextOnly);
  setToolButtonStyle(shape == Shape::beside  ? Qt::ToolButtonTextBesideIcon
                     : shape == Shape::under ? Qt::ToolButtonTextUnderIcon
                                             : Qt::ToolButtonIconOnly);
}

Button::Shape Button::shape() const {
  if (toolButtonStyle() == Qt::ToolButtonIconOnly) return Shape::icon_only;
  return toolButtonStyle() == Qt::ToolButtonTextUnderIcon ? Shape::under : Shape::beside;
}

void Button::set_widest_word(const QString& word) {
  widest_word_ = word;
  updateGeometry();
}

void Button::set_icon_color(const QColor& color_of_icon) {
  if (color_of_icon == icon_color_) return;
  icon_color_ = color_of_icon;
  color();
}

QSize Button::sizeHint() const {
  QSize size = QToolButton::sizeHint() + QSize(6, 4);
  if (shape() == Shape::icon_only) return size;
  const int more = fontMetrics().horizontalAdvance(widest_word_) - fontMetrics().horizontalAdvance(text());
  return size + QSize(std::max(more, 0), 0);
}

/// Uses the palette, so that the style shows hover, press and focus as usual.
void Button::color() {
  QPalette usual = QApplication::palette();
  const Theme& theme = theme_of(usual);
  QPalette own;
  if (role_ == Role::primary) {
    own.setColor(QPalette::Button, usual.color(QPalette::Highlight));
    own.setColor(QPalette::ButtonText, usual.color(QPalette::HighlightedText));
  } else if (role_ == Role::danger) {
    own.setColor(QPalette::Button, theme.danger);
    // White on the red of the dark theme would be too faint.
    own.setColor(QPalette::ButtonText, theme.dark ? theme.plot_background : QColor(Qt::white));
  } else if (isChecked()) {
    own.setColor(QPalette::Button, mixed(usual.color(QPalette::Button), usual.color(QPalette::Highlight), 0.35F));
  }
  if (!isEnabled()) own = QPalette();
  setPalette(own);
  const bool own_color = icon_color_.isValid() && isEnabled();
  show_icon(own_color ? icon_color_ : palette().color(QPalette::ButtonText));
}

/// Only where it changes: each icon stays in Qt's cache of pixmaps for as long as there is room.
void Button::show_icon(const QColor& color_of_icon) {
  if (icon_ == drawn_ && color_of_icon == drawn_color_) return;
  drawn_ = icon_;
  drawn_color_ = color_of_icon;
  setIcon(make_icon(icon_, color_of_icon));
}

void Button::keyPressEvent(QKeyEvent* event) {
  // Enter too: without a dialog around it, people expect it as much as Space.
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return click();
  if (event->key() == Qt::Key_Down && menu() != nullptr && popupMode() != InstantPopup) return showMenu();
  QToolButton::keyPressEvent(event);
}

void Button::changeEvent(QEvent* event) {
  QToolButton::changeEvent(event);
  if (event->type() == QEvent::EnabledChange || event->type() == QEvent::PaletteChange) color();
}

void Button::checkStateSet() {
  QToolButton::checkStateSet();
  color();
}

}  // namespace evenkeel
