#pragma once

#include <QTimer>

#include "gui/backend/call_backend.h"
#include "gui/call/card.h"

namespace evenkeel {

class Button;
class NumberLabel;

/// Shown while it rings: to a listener who calls, with the choice to accept or decline; to a caller that the other side
/// has not accepted yet. Both see the number. With the focus Enter accepts and Escape declines.
class RingingCard : public Card {
  Q_OBJECT
 public:
  explicit RingingCard(QWidget* parent = nullptr);

  /// To be called with every status in which it rings.
  void set_status(const CallStatus& status);
  /// To be called when it no longer rings.
  void forget();
  /// The height that it takes of an area; without room for all it leaves out what the number is for.
  int height_in(QSize room);

  Button& accept() { return *accept_; }
  Button& decline() { return *decline_; }
  Button& decline_and_renew() { return *decline_and_renew_; }
  const NumberLabel& number() const { return *number_; }

  /// Answers are not taken for so long after it appears: a key or a click may have been meant for what was there
  /// before.
  static constexpr int guard_ms = 500;

 Q_SIGNALS:
  /// Once for each who rings.
  void answered(bool accept);
  /// After the answer: nobody is to ring by this link any more.
  void new_link_requested();

 protected:
  void changeEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void build_number();
  void build_buttons();
  bool is_same_caller(const CallStatus& status) const;
  void set_answerable(bool answerable);
  void answer(bool accept);

  QLabel* who_;
  NumberLabel* number_;
  QLabel* meaning_;
  QWidget* buttons_;
  Button* accept_;
  Button* decline_;
  Button* decline_and_renew_;
  QTimer guard_{this};  ///< a child, so that tests find it
  bool rings_ = false;
  CallStatus shown_;
};

}  // namespace evenkeel
