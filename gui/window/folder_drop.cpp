#include "gui/window/folder_drop.h"

#include <QDropEvent>
#include <QFileInfo>
#include <QUrl>
#include <QWidget>

namespace evenkeel {

FolderDrop::FolderDrop(QWidget& window) : QObject(&window) {
  window.setAcceptDrops(true);
  window.installEventFilter(this);
}

QStringList FolderDrop::folders_of(const QMimeData& data) {
  QStringList folders;
  for (const QUrl& url : data.urls()) {
    if (!url.isLocalFile()) continue;
    const QFileInfo file(url.toLocalFile());
    const QString folder = file.isDir() ? file.absoluteFilePath() : file.absolutePath();
    if (file.exists() && !folders.contains(folder)) folders << folder;
  }
  return folders;
}

bool FolderDrop::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::DragEnter && event->type() != QEvent::Drop) return QObject::eventFilter(watched, event);
  auto* drop = static_cast<QDropEvent*>(event);
  const QStringList folders = folders_of(*drop->mimeData());
  if (folders.isEmpty()) return false;
  drop->acceptProposedAction();
  if (event->type() == QEvent::Drop) Q_EMIT dropped(folders);
  return true;
}

}  // namespace evenkeel
