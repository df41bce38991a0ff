#include "gui/call/reply_card.h"

#include <QPlainTextEdit>

#include "gui/call/button.h"

namespace evenkeel {

ReplyCard::ReplyCard(QWidget* parent) : CodeCard(Icon::call, tr("Nothing answers yet"), parent) {
  text().setAccessibleName(tr("Reply code to send back"));
  text().setToolTip(tr("The other side copies it, and presses Reply code beside its link."));
  copy_button().setToolTip(tr("Copies the reply code."));
  const QString hint = tr("Send this reply code to whoever gave you the link, the way that it came.");
  set_words(hint + ' ' + tr("Then both of you can get through to each other. It is good for ten minutes."), hint);
}

}  // namespace evenkeel
