#pragma once

#include <QWidget>

#include "gui/backend/call_backend.h"

class QLabel;

namespace evenkeel {

class Button;

/// Replaces the pictures after a call: how it ended, and buttons to call again or go back.
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
