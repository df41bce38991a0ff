#include "app/window/run_window.h"

#include <QApplication>
#include <QTimer>
#include <cstdio>
#include <cstdlib>

#include "app/algorithm_catalog.h"
#include "app/commands/commands.h"
#include "app/process/stop_signal.h"
#include "app/run_reader.h"
#include "app/version.h"
#include "app/window/call_service.h"
#include "app/window/window_services.h"
#include "core/net/udp_socket.h"
#include "gui/window/main_window.h"

namespace evenkeel {
namespace {

constexpr int signal_interval_ms = 100;
constexpr std::uint16_t default_port = 5004;
constexpr const char* no_display =
    "Cannot open a window: no display can be reached. Run it in a desktop session, or with --headless.";

bool has_display() {
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') return true;
  }
  return false;
}

/// Qt ends the program where the display that is named cannot be opened; this makes one sentence of its paragraph.
void on_qt_message(QtMsgType type, const QMessageLogContext&, const QString& text) {
  if (type == QtFatalMsg) {
    std::fprintf(stderr, "%s\n", no_display);
    std::fflush(stderr);
    std::_Exit(1);
  }
  if (std::getenv("EVENKEEL_QT_DEBUG") != nullptr) std::fprintf(stderr, "%s\n", qPrintable(text));
}

std::optional<StartCall> call_of(const CommandLine& line) {
  StartCall call;
  call.address = line.address;
  switch (line.command) {
    case Command::demo:
      call.kind = CallKind::demo;
      return call;
    case Command::listen:
      call.kind = CallKind::listen;
      return call;
    case Command::call:
      call.kind = CallKind::call;
      return call;
    default:
      return std::nullopt;
  }
}

int port_of(const std::string& bind) {
  const auto endpoint = resolve(bind, default_port);
  return endpoint && endpoint.value->port != 0 ? endpoint.value->port : default_port;
}

/// Without a command the window goes on with what was tuned the last time; a command means what it says.
std::optional<TuningState> tuning_for(const CommandLine& line) {
  return line.command == Command::window ? std::nullopt : std::optional(tuning_of(line.options));
}

void watch_signals(QTimer& timer, MainWindow& window) {
  catch_stop_signals();
  survive_broken_pipes();
  QObject::connect(&timer, &QTimer::timeout, &window, [&window] {
    if (stop_requested()) window.close();
  });
  timer.start(signal_interval_ms);
}

/// A run that cannot be opened at all is found out before there is a window. Returns what failed, or nothing.
std::string read_runs(const std::vector<std::string>& folders, std::vector<OpenedRun>& runs) {
  for (const std::string& folder : folders) {
    std::string notice;
    auto run = read_run(folder, notice);
    if (!run) return run.error;
    runs.push_back({folder, std::move(*run.value), notice});
  }
  return {};
}

/// For whoever measures the window itself.
void print_latency(MainWindow& window) {
  const PaintLatency& latency = window.call_view().video().latency();
  if (latency.painted() == 0) return;
  std::fprintf(stderr, "remote pictures on the screen: %llu, after p50 %.1f ms, p95 %.1f ms; replaced unseen: %llu\n",
               static_cast<unsigned long long>(latency.painted()), to_milliseconds(latency.p50()),
               to_milliseconds(latency.p95()), static_cast<unsigned long long>(latency.replaced()));
}

}  // namespace

int run_window(const CommandLine& line, const std::vector<std::string>& arguments) {
  std::vector<OpenedRun> runs;
  if (const std::string error = read_runs(line.runs, runs); !error.empty()) return fail(error);
  if (!has_display()) return fail(no_display);
  qInstallMessageHandler(on_qt_message);
  int argc = 1;
  std::string name = "evenkeel";
  char* argv[] = {name.data(), nullptr};
  QApplication app(argc, argv);
  QApplication::setOrganizationName("Evenkeel");
  QApplication::setApplicationName("evenkeel");
  QApplication::setApplicationVersion(version);

  CallService calls(line.options, arguments);
  const auto catalog = make_algorithm_catalog();
  const WindowServices services = make_window_services(calls, *catalog);
  MainWindow window(services, tuning_for(line));
  QTimer timer;
  watch_signals(timer, window);
  window.show();
  window.launch({call_of(line), std::move(runs), port_of(line.options.bind), line.options.duration.has_value()});
  const int status = QApplication::exec();
  print_latency(window);
  return status;
}

}  // namespace evenkeel
