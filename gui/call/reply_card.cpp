#include "gui/call/reply_card.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <utility>

#include "gui/call/button.h"

namespace evenkeel {

ReplyCard::ReplyCard(QWidget* parent) : CodeCard(Icon::call, tr("Nothing answers yet"), parent) {
  text().setAccessibleName(tr("Reply code to send back"));
  text().setToolTip(tr("The other side copies it, and presses Reply code beside its link."));
  copy_button().setToolTip(tr("Copies the reply code."));
  set_refused(false);
}

void ReplyCard::set_refused(bool refused) {
  if (std::exchange(refused_, refused) == refused && !words().text().isEmpty()) return;
  if (refused) {
    const QString hint = tr("Nobody waits at the addresses of this link: ask the other side for its present link.");
    set_words(hint + ' ' + tr("If it does wait with this one, behind a router that refuses, send it this reply code."),
              hint);
  } else {
    const QString hint = tr("Send this reply code to whoever gave you the link, the way that it came.");
    set_words(hint + ' ' + tr("Then both of you can get through to each other. It is good for ten minutes."), hint);
  }
}

}  // namespace evenkeel
