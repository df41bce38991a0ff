#pragma once

#include <QWidget>
#include <functional>

class QLabel;

namespace evenkeel {

class Button;

/// A slim bar for messages that need no answer. Hidden without a message. Escape closes it too.
class MessageBar : public QWidget {
  Q_OBJECT
 public:
  enum class Kind { error, notice };

  explicit MessageBar(QWidget* parent = nullptr);

  /// Replaces the previous message.
  void show_message(Kind kind, const QString& sentence);
  /// Adds a button to the message that is shown, until the next one.
  void offer_folder(std::function<void()> show_it);
  Button& folder() { return *folder_; }
  QString message() const;
  void dismiss();

 Q_SIGNALS:
  void dismissed();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  Kind kind_ = Kind::notice;
  QLabel* sentence_;
  Button* folder_;
  std::function<void()> show_folder_;
  Button* close_;
};

}  // namespace evenkeel
