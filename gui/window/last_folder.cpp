#include "gui/window/last_folder.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

namespace evenkeel {
namespace {

QString key_of(FileUse use) {
  switch (use) {
    case FileUse::configuration:
      return "files/configuration";
    case FileUse::run:
      return "files/run";
    case FileUse::video:
      return "files/video";
    case FileUse::trace:
      return "files/trace";
    case FileUse::drawing:
      break;
  }
  return "files/drawing";
}

/// Recorded runs lie among the videos: see --recordings.
QString usual_folder(FileUse use) {
  const bool is_video = use == FileUse::video || use == FileUse::run;
  return QStandardPaths::writableLocation(is_video ? QStandardPaths::MoviesLocation
                                                   : QStandardPaths::DocumentsLocation);
}

}  // namespace

QString last_folder(FileUse use) {
  for (const QString& folder : {QSettings().value(key_of(use)).toString(), usual_folder(use)})
    if (!folder.isEmpty() && QFileInfo(folder).isDir()) return folder;
  return QDir::homePath();
}

QString remember_folder(FileUse use, const QString& path) {
  if (!path.isEmpty()) QSettings().setValue(key_of(use), QFileInfo(path).absolutePath());
  return path;
}

}  // namespace evenkeel
