#include "gui/call/number_label.h"

#include "gui/call/call_words.h"

namespace evenkeel {

NumberLabel::NumberLabel(QWidget* parent) : QLabel(parent) {
  setTextFormat(Qt::PlainText);
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  setAccessibleName(tr("Number to compare"));
  setToolTip(number_meaning());
  hide();
}

void NumberLabel::set_number(const QString& number) {
  if (number != text()) setText(number);  // The same one again would lose the selection.
  setVisible(!number.isEmpty());
}

}  // namespace evenkeel
