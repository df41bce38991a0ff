#include "gui/panels/panel_widgets.h"

#include <QLabel>
#include <QScrollArea>
#include <QToolButton>

namespace evenkeel {

QLabel* small_label(const QString& text) {
  auto* label = new QLabel(text);
  QFont font = label->font();
  font.setPointSizeF(font.pointSizeF() * 0.88);
  label->setFont(font);
  label->setWordWrap(true);
  return label;
}

QLabel* title_label(const QString& text) {
  auto* label = new QLabel(text);
  QFont font = label->font();
  font.setBold(true);
  label->setFont(font);
  return label;
}

QToolButton* small_button(const QString& sign) {
  auto* button = new QToolButton;
  button->setText(sign);
  button->setAutoRaise(true);
  button->setFixedWidth(button->fontMetrics().height() + 4);
  button->setFocusPolicy(Qt::StrongFocus);
  return button;
}

QToolButton* text_button(const QString& text, const QString& tool_tip) {
  auto* button = new QToolButton;
  button->setText(text);
  button->setToolTip(tool_tip);
  button->setFocusPolicy(Qt::StrongFocus);
  return button;
}

QScrollArea* make_scroll_area(QWidget* content) {
  auto* scroll = new QScrollArea;
  scroll->setWidget(content);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  return scroll;
}

void set_text_color(QWidget* widget, const QColor& color) {
  QPalette palette;
  palette.setColor(QPalette::WindowText, color);
  palette.setColor(QPalette::Text, color);
  // Or the change that this is would be answered by another one, without end.
  if (widget->palette().color(QPalette::WindowText) != color || widget->palette().color(QPalette::Text) != color)
    widget->setPalette(palette);
}

}  // namespace evenkeel
