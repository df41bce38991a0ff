#include "app/window/qt_messages.h"

#include <QString>
#include <cstdio>
#include <cstdlib>
#include <mutex>

namespace evenkeel {
namespace {

std::mutex mutex;
bool has_display = false;  // under mutex
QString kept;              // under mutex

void print(const QString& text) { std::fprintf(stderr, "%s\n", qPrintable(text)); }

/// Qt aborts after a fatal message: with a display that is a defect, which a core dump may explain; without one it is
/// the user's machine, and no reason for a core.
void on_message(QtMsgType type, const QMessageLogContext&, const QString& text) {
  const std::lock_guard lock(mutex);
  const bool debugging = std::getenv("EVENKEEL_QT_DEBUG") != nullptr;
  if (type == QtFatalMsg && !has_display) {
    print(debugging ? text : no_display);
    std::fflush(stderr);
    std::_Exit(1);
  }
  if (debugging || type == QtFatalMsg) return print(text);
  if (type == QtDebugMsg || type == QtInfoMsg) return;
  if (has_display) return print(text);
  kept += text + '\n';
}

}  // namespace

const char* const no_display =
    "Cannot open a window: no display can be reached. Run it in a desktop session, or with --headless.";

void handle_qt_messages() { qInstallMessageHandler(on_message); }

void display_is_open() {
  const std::lock_guard lock(mutex);
  has_display = true;
  std::fputs(qPrintable(kept), stderr);
  kept.clear();
}

}  // namespace evenkeel
