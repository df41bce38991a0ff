#define CATCH_CONFIG_RUNNER
#include <QApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <catch2/catch.hpp>

#include "gui/theme/theme.h"
#include "gui/theme/window_style.h"
#include "tests/skip.h"

/// Tests need no display, and neither read nor change the settings of whoever runs them.
int main(int argc, char** argv) {
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  // A desktop would be asked for dark colors, and kept awake. A session of tests/system/virtual_camera is no desktop.
  if (!qEnvironmentVariableIsSet("virtual_camera_folder"))
    for (const char* bus : {"DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"}) qunsetenv(bus);
  QStandardPaths::setTestModeEnabled(true);
  const QTemporaryDir settings;
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
  QApplication application(argc, argv);
  QCoreApplication::setOrganizationName("evenkeel-tests");
  QCoreApplication::setApplicationName("gui_tests");
  QApplication::setStyle(new evenkeel::WindowStyle);
  QApplication::setPalette(evenkeel::light_palette());
  return evenkeel::test::exit_status(Catch::Session().run(argc, argv));
}
