#pragma once

#include <QTimer>
#include <QWidget>
#include <functional>

class QLabel;

namespace evenkeel {

class Button;

/// A slim bar for messages that need no answer. Hidden without a message. Escape closes it too. A notice goes by itself
/// once there was time to read it, but not under the mouse or with the focus in it; an error stays.
class MessageBar : public QWidget {
  Q_OBJECT
 public:
  enum class Kind { error, notice, lasting_notice };  ///< the last one until somebody closes it

  explicit MessageBar(QWidget* parent = nullptr);

  /// Replaces the previous message.
  void show_message(Kind kind, const QString& sentence);
  /// Adds a button to the message that is shown, until the next one.
  void offer_folder(std::function<void()> show_it);
  /// How long a notice stays: 10 s, longer ones 80 ms for each character, and with something to press a minute at
  /// least.
  static int stay_ms(const QString& sentence, bool offers);
  Button& folder() { return *folder_; }
  QString message() const;
  void dismiss();
  void dismiss_error();  ///< not a notice

 Q_SIGNALS:
  void dismissed();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void leave();
  Kind kind_ = Kind::notice;
  QLabel* sentence_;
  Button* folder_;
  std::function<void()> show_folder_;
  Button* close_;
  QTimer leaving_{this};  ///< a child, so that tests find it
};

}  // namespace evenkeel
