#pragma once

#include <QLabel>

#include "gui/call/call_words.h"
#include "gui/store/last_loss.h"

namespace evenkeel {

/// Below the plots of a call, for who wants to know more than how good it is: what the controller of this side does,
/// what became of the last losses, what draws the picture, and the last event. Keeps room for a line of each, and what
/// more a longer one has needed, so that the plots keep their height.
class CallDetails : public QLabel {
  Q_OBJECT
 public:
  explicit CallDetails(QWidget* parent = nullptr);

  void show_call(const CallStatus& status, std::optional<ControllerMode> mode, const LossOutcome& outgoing,
                 const LossOutcome& incoming, const QString& drawn_by);
  /// Stays until the next, or the end of the call.
  void show_event(const QString& text);
  /// The call is over: what its last event said holds no longer.
  void end_call();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void show_all();
  void forget_height();

  QStringList of_call_;
  QString event_;
  std::uint64_t run_ = 0;
};

}  // namespace evenkeel
