#pragma once

#include <QCoreApplication>
#include <QDir>
#include <stdexcept>

namespace evenkeel::test {

/// Of the checkout that this program was built in.
inline QString project_folder() {
  QDir folder(QCoreApplication::applicationDirPath());
  while (!folder.exists("docs/images"))
    if (!folder.cdUp()) throw std::runtime_error("no docs/images above " + folder.path().toStdString());
  return folder.path();
}

}  // namespace evenkeel::test
