#pragma once

#include <QWidget>

#include "gui/backend/call_backend.h"

class QLabel;

namespace evenkeel {

class Button;

/// Replaces the pictures after a call: how it ended, how long and how good it was, and buttons to call again or go
/// back.
class EndedBox : public QWidget {
  Q_OBJECT
 public:
  explicit EndedBox(QWidget* parent = nullptr);

  /// `outcome`: how long and how good it was; empty where nobody was met.
  void set_status(const CallStatus& status, const QString& outcome);
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
