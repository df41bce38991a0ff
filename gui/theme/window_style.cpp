#include "gui/theme/window_style.h"

#include <QPainter>
#include <QStyleOption>

#include "gui/theme/theme.h"

namespace evenkeel {

void WindowStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                const QWidget* widget) const {
  QProxyStyle::drawPrimitive(element, option, painter, widget);
  const bool box = element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck;
  if (!box && element != PE_IndicatorRadioButton) return;
  const Theme& theme = theme_of(option->palette);
  // The focus has a frame of its own, where the keyboard moved it.
  const bool framed = (option->state & State_HasFocus) != 0 && (option->state & State_KeyboardFocusChange) != 0;
  if (!theme.dark || framed) return;
  const bool enabled = (option->state & State_Enabled) != 0;
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(QPen(enabled ? theme.axis : theme.grid, 1));
  painter->setBrush(Qt::NoBrush);
  const QRectF frame = QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5);
  box ? painter->drawRoundedRect(frame, 2, 2) : painter->drawEllipse(frame);
  painter->restore();
}

int WindowStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                           QStyleHintReturn* data) const {
  if (hint == SH_DialogButtonBox_ButtonsHaveIcons) return 0;
  return QProxyStyle::styleHint(hint, option, widget, data);
}

}  // namespace evenkeel
