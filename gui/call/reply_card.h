#pragma once

#include "gui/call/code_card.h"

namespace evenkeel {

/// Shown to a caller that nothing answers: the reply code for whoever gave it the link.
class ReplyCard : public CodeCard {
  Q_OBJECT
 public:
  explicit ReplyCard(QWidget* parent = nullptr);

  void set_code(const QString& code) { set_text(code); }
  /// The addresses of the link say that nobody waits there: that is told first.
  void set_refused(bool refused);

 private:
  bool refused_ = false;
};

}  // namespace evenkeel
