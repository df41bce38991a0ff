#pragma once

#include "gui/call/code_card.h"

namespace evenkeel {

/// Shown while a listener waits: the link for whoever shall call, and a place for the reply code of a caller that it
/// does not lead here.
class InvitationCard : public CodeCard {
  Q_OBJECT
 public:
  explicit InvitationCard(QWidget* parent = nullptr);

  /// `unknown_certificate`: SHA-256 of the page's, where browsers warn of it; otherwise empty.
  void set_link(const QString& link, const QString& unknown_certificate);

  QPlainTextEdit& link() { return text(); }
  Button& new_link_button() { return *new_link_; }
  /// Somebody copied the link, or selected it to do so: another one may be lost on whoever has it.
  bool given_away() const { return given_away_; }
  /// Copied elsewhere than here.
  void note_given() { given_away_ = true; }
  /// What comes is a link that nobody has.
  void forget_given() { given_away_ = false; }
  Button& paste_button() { return *paste_; }

 Q_SIGNALS:
  /// What the clipboard holds.
  void reply_code_pasted(const QString& text);

 private:
  Button* new_link_;
  Button* paste_;
  bool given_away_ = false;
};

}  // namespace evenkeel
