#pragma once

#include <QLabel>

namespace evenkeel {

/// The number for both ends of a call to compare ("0123 4567 8901 2345 6789"), to select and copy.
class NumberLabel : public QLabel {
  Q_OBJECT
 public:
  explicit NumberLabel(QWidget* parent = nullptr);

  /// Hides itself where there is none.
  void set_number(const QString& number);
};

}  // namespace evenkeel
