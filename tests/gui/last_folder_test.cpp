#include "gui/window/last_folder.h"

#include <QDir>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <catch2/catch.hpp>

using namespace evenkeel;

TEST_CASE("files: each kind is looked for where the last one was, or else where such files usually are") {
  QSettings().remove("files");
  const auto usual = [](QStandardPaths::StandardLocation place) {
    const QString path = QStandardPaths::writableLocation(place);
    return QDir(path).exists() ? path : QDir::homePath();
  };
  const QString documents = usual(QStandardPaths::DocumentsLocation), videos = usual(QStandardPaths::MoviesLocation);
  for (const FileUse use : {FileUse::configuration, FileUse::trace, FileUse::drawing})
    CHECK(last_folder(use) == documents);
  for (const FileUse use : {FileUse::run, FileUse::video}) CHECK(last_folder(use) == videos);
  {
    const QTemporaryDir folder;
    const QString path = folder.filePath("a.toml");
    CHECK(remember_folder(FileUse::configuration, path) == path);
    CHECK(last_folder(FileUse::configuration) == folder.path());
    CHECK(remember_folder(FileUse::configuration, {}).isEmpty());
    CHECK(last_folder(FileUse::configuration) == folder.path());
    CHECK(last_folder(FileUse::trace) == documents);
    CHECK(last_folder(FileUse::run) == videos);
  }
  CHECK(last_folder(FileUse::configuration) == documents);  // its folder is gone
  QSettings().remove("files");
}
