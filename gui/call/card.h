#pragma once

#include <QWidget>

#include "gui/theme/icons.h"

class QLabel;
class QVBoxLayout;

namespace evenkeel {

/// A section of the start page: a frame with a heading and a line that says what it is for.
class Card : public QWidget {
  Q_OBJECT
 public:
  /// An empty purpose takes no line.
  Card(Icon icon, const QString& heading, const QString& purpose, QWidget* parent = nullptr);

  /// Below the heading.
  QVBoxLayout& contents() { return *contents_; }
  void set_heading(const QString& heading);
  void set_purpose(const QString& purpose);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Icon icon_;
  QLabel* heading_;
  QLabel* purpose_;
  QVBoxLayout* contents_;
};

}  // namespace evenkeel
