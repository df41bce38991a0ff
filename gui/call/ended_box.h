#pragma once

#include <QWidget>

#include "gui/backend/call_backend.h"

class QLabel;

namespace evenkeel {

class Button;

/// What stands in the place of the pictures once a call is over: how it ended, and the two ways on.
class EndedBox : public QWidget {
  Q_OBJECT
 public:
  explicit EndedBox(QWidget* parent = nullptr);

  void set_status(const CallStatus& status);
  QString text() const;
  Button& again() { return *again_; }
  Button& back() { return *back_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QLabel* text_;
  Button* again_;
  Button* back_;
};

}  // namespace evenkeel
