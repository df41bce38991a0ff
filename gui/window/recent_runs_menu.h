#pragma once

#include <QMenu>

namespace evenkeel {

class WindowSettings;

/// The run folders that were opened or recorded last and are still there, the newest first. Made anew whenever it
/// opens.
class RecentRunsMenu : public QMenu {
  Q_OBJECT
 public:
  /// The settings must outlive it.
  RecentRunsMenu(const WindowSettings& settings, QWidget* parent);

 Q_SIGNALS:
  void chosen(const QString& folder);

 private:
  void fill();

  const WindowSettings& settings_;
};

}  // namespace evenkeel
