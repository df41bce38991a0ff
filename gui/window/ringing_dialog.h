#pragma once

#include <QDialog>

#include "gui/backend/call_backend.h"

namespace evenkeel {

class RingingCard;

/// Who calls, in front of a dialog that blocks the window or lies over it: the same card as in the call's page. It
/// takes no keys from the dialog, in which somebody may be typing, and stays until the ringing ends.
class RingingDialog : public QDialog {
  Q_OBJECT
 public:
  /// `dialog`: the one in front, which does not block it.
  RingingDialog(QWidget& dialog, const CallStatus& status);

  RingingCard& card() { return *card_; }
  void set_status(const CallStatus& status);
  /// By a modal dialog that was opened after it.
  bool is_blocked() const;
  void reject() override {}  ///< only an answer closes it

  /// The dialog that is in front of `window`, modal or not; null: none is.
  static QWidget* dialog_over(const QWidget& window);

 private:
  RingingCard* card_;
};

}  // namespace evenkeel
