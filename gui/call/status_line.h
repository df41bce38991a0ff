#pragma once

#include <QWidget>

#include "gui/call/call_words.h"

namespace evenkeel {

class Button;
class NumberLabel;

/// The state of the call: a coloured dot, the state in words, below it what is to know of the sound and the
/// controller's mode, if anything, and a lock: open without encryption, closed with it, then with the number to
/// compare. A third line has the last loss; from the first on there is room for it until the call is over.
class StatusLine : public QWidget {
  Q_OBJECT
 public:
  explicit StatusLine(QWidget* parent = nullptr);

  void set_status(const CallStatus& status);
  /// The mode of this side's controller; shown with the next status.
  void set_mode(std::optional<ControllerMode> mode) { mode_ = mode; }
  /// What became of the last loss, empty if there was none lately; shown with the next status.
  void set_losses(const QString& words) { new_losses_ = words; }
  const QString& words() const { return words_; }
  const QString& mode_words() const { return mode_words_; }
  const QString& sound_words() const { return sound_words_; }
  const QString& losses() const { return losses_; }
  bool has_loss_line() const { return has_loss_line_; }
  Button& lock() { return *lock_; }
  const NumberLabel& number() const { return *number_; }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {180, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QColor dot() const;
  int room_for_words() const;
  int width_of_words() const;
  int loss_line_height() const { return has_loss_line_ ? fontMetrics().height() : 0; }
  QStringList lines() const;
  QString second_line() const;
  void show_secrecy(const CallStatus& status);
  void place_lock();
  int width_of_lock() const;

  QString words_;
  QString mode_words_;
  QString sound_words_;
  QString losses_;
  QString new_losses_;
  bool has_loss_line_ = false;
  StatusLevel level_ = StatusLevel::quiet;
  std::optional<ControllerMode> mode_;
  Button* lock_;
  NumberLabel* number_;
};

}  // namespace evenkeel
