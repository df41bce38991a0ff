#pragma once

#include <QTimer>
#include <QWidget>
#include <functional>

class QLabel;

namespace evenkeel {

class Button;

/// One message of the MessageBar, with a button that closes it. A notice asks to leave once there was time to read it,
/// which begins when it is shown and does not run under the mouse, with the focus in it, or while another program is in
/// front.
class MessageRow : public QWidget {
  Q_OBJECT
 public:
  enum class Kind { error, notice, lasting_notice };  ///< the last one until somebody closes it

  MessageRow(Kind kind, const QString& sentence, QWidget* parent);

  Kind kind() const { return kind_; }
  const QString& sentence() const { return text_; }
  /// The same was said again: counts it, and gives time to read it again.
  void repeat();
  void offer_folder(std::function<void()> show_it);
  Button& folder() { return *folder_; }
  Button& close_button() { return *close_; }
  /// Behind that control, which is of the same window.
  void follow_in_tab_order(QWidget* before);

 Q_SIGNALS:
  void over();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void count_down();
  void leave();

  Kind kind_;
  QString text_;
  int times_ = 1;
  QLabel* label_;
  Button* folder_;
  Button* close_;
  std::function<void()> show_folder_;
  QTimer leaving_{this};  ///< a child, so that tests find it
};

/// How long a notice stays: 10 s, longer ones 80 ms for each character, and with something to press a minute at least.
int message_stay_ms(const QString& sentence, bool offers);

}  // namespace evenkeel
