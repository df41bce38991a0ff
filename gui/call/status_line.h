#pragma once

#include <QWidget>

#include "gui/call/call_words.h"

namespace evenkeel {

class Button;

/// The state of the call: a dot whose colour goes with it, the words, and an open lock where nothing is encrypted.
class StatusLine : public QWidget {
  Q_OBJECT
 public:
  explicit StatusLine(QWidget* parent = nullptr);

  void set_status(const CallStatus& status);
  const QString& words() const { return words_; }
  QWidget& lock();

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {180, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QColor dot() const;
  int room_for_words() const;
  void place_lock();

  QString words_;
  Mood mood_ = Mood::quiet;
  Button* lock_;
};

}  // namespace evenkeel
