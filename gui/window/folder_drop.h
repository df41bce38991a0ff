#pragma once

#include <QMimeData>
#include <QObject>
#include <QStringList>

class QWidget;

namespace evenkeel {

/// Lets folders of runs be dropped anywhere on a window. Of a file in a run folder (telemetry.csv, run.json) its folder
/// is taken.
class FolderDrop : public QObject {
  Q_OBJECT

 public:
  /// The window owns it.
  explicit FolderDrop(QWidget& window);

  /// The folders of a drag, each once; none if it has no local files.
  static QStringList folders_of(const QMimeData& data);

 Q_SIGNALS:
  void dropped(const QStringList& folders);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace evenkeel
