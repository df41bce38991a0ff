#include "gui/call/invitation_card.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QPlainTextEdit>

#include "gui/call/button.h"

namespace evenkeel {
namespace {

QString whom() { return InvitationCard::tr("Give this link to one person you trust: whoever has it can ring you."); }

QString browsers(const QString& link, bool warn) {
  if (link.startsWith("evenkeel:")) return {};
  return ' ' + (warn ? InvitationCard::tr("It opens in a browser too, which will warn once of an unknown certificate.")
                     : InvitationCard::tr("It opens in a browser too."));
}

}  // namespace

InvitationCard::InvitationCard(QWidget* parent)
    : CodeCard(Icon::listen, tr("Waiting for a call"), parent),
      new_link_(new Button(Icon::refresh, tr("New link"),
                           tr("Makes another link: nobody can ring you by this one any more."))),
      paste_(
          new Button(Icon::paste, tr("Reply code"),
                     tr("Takes the reply code that you copied: it is what the caller's Evenkeel shows, and they send "
                        "to you, where the link alone does not lead here."))) {
  text().setAccessibleName(tr("Link to give away"));
  text().setToolTip(tr("The other side opens this link, or pastes it on its start page."));
  copy_button().setToolTip(tr("Copies the link."));
  add_button(*new_link_);
  add_below(*paste_);
  connect(&copy_button(), &Button::clicked, this, [this] { given_away_ = true; });
  connect(&text(), &QPlainTextEdit::copyAvailable, this, [this](bool selected) { given_away_ |= selected; });
  connect(paste_, &Button::clicked, this,
          [this] { Q_EMIT reply_code_pasted(QApplication::clipboard()->text().trimmed()); });
}

void InvitationCard::set_link(const QString& link, const QString& unknown_certificate) {
  if (link == text().toPlainText()) return;
  const QString hint = whom() + browsers(link, !unknown_certificate.isEmpty());
  words().setToolTip(unknown_certificate.isEmpty() ? hint : hint + "\n\nSHA-256 " + unknown_certificate);
  set_words(hint, whom());
  set_text(link);
}

}  // namespace evenkeel
