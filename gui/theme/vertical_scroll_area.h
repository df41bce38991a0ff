#pragma once

#include <QScrollArea>

namespace evenkeel {

/// Scrolls up and down only: it is at least as wide as what it shows. Without a frame, and not reached by Tab.
class VerticalScrollArea : public QScrollArea {
  Q_OBJECT
 public:
  explicit VerticalScrollArea(QWidget* content, QWidget* parent = nullptr);

  QSize minimumSizeHint() const override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace evenkeel
