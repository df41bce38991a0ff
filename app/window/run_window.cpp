#include "app/window/run_window.h"

#include <QApplication>
#include <QSocketNotifier>
#include <QTimer>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <utility>

#include "app/cli/algorithm_catalog.h"
#include "app/process/program_end.h"
#include "app/version/program_version.h"
#include "app/window/call_service.h"
#include "app/window/run_reader.h"
#include "app/window/window_services.h"
#include "gui/window/main_window.h"

namespace evenkeel {
namespace {

constexpr const char* no_display =
    "Cannot open a window: no display can be reached. Run it in a desktop session, or with --headless.";

std::mutex mutex;
bool display_open = false;  // under mutex
QString kept;               // under mutex

void print(const QString& text) { std::fprintf(stderr, "%s\n", qPrintable(text)); }

/// Qt aborts after a fatal message. With a display that is a defect, for which a core dump is useful; without one it is
/// the user's environment, and the program exits with one sentence.
void on_message(QtMsgType type, const QMessageLogContext&, const QString& text) {
  const std::lock_guard lock(mutex);
  const bool debugging = std::getenv("EVENKEEL_QT_DEBUG") != nullptr;
  if (type == QtFatalMsg && !display_open) {
    print(debugging ? text : no_display);
    std::fflush(stderr);
    std::_Exit(1);
  }
  if (debugging || type == QtFatalMsg) return print(text);
  if (type == QtDebugMsg || type == QtInfoMsg) return;
  if (display_open) return print(text);
  kept += text + '\n';
}

/// Holds Qt's messages back until display_is_open(): without a display one sentence replaces its paragraph. After that
/// warnings go to standard error, including those held back. Debug messages are printed only with EVENKEEL_QT_DEBUG,
/// which also prints everything at once.
void handle_qt_messages() { qInstallMessageHandler(on_message); }

void display_is_open() {
  const std::lock_guard lock(mutex);
  display_open = true;
  std::fputs(qPrintable(kept), stderr);
  kept.clear();
}

constexpr int signal_interval_ms = 100;  // until the window is closed

bool has_display() {
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') return true;
  }
  return false;
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

Direction direction_of(const CallOptions& options) {
  return options.send_only ? Direction::send : options.receive_only ? Direction::receive : Direction::both;
}

/// What the command line or its configuration names goes before the preset of the settings, whatever the command.
std::optional<TuningState> tuning_for(const CommandLine& line) {
  const auto is_named = [&](const char* option) { return line.named.contains(option); };
  const bool tunes = is_named("controller") || is_named("send-loop") || !line.options.settings.empty();
  return tunes ? std::optional(tuning_of(line.options)) : std::nullopt;
}

void watch_signals(QTimer& timer, MainWindow& window) {
  catch_stop_signals();
  survive_broken_pipes();
  timer.setInterval(signal_interval_ms);
  QObject::connect(&timer, &QTimer::timeout, &window, [&window] { window.close_unasked(); });
  auto* const stop = new QSocketNotifier(stop_file(), QSocketNotifier::Read, &window);
  QObject::connect(stop, &QSocketNotifier::activated, &timer, [stop, &timer, &window] {
    stop->setEnabled(false);
    window.close_unasked();
    timer.start();
  });
}

/// Notes whether the last call failed, and prints its sentence on standard error too: with --duration the window closes
/// at once, and the last poll may come after it.
void watch_calls(MainWindow& window, bool& failed) {
  // With each status: how a call ended is known only once its files are written.
  QObject::connect(&window.driver(), &CallDriver::polled, &window,
                   [&window, &failed, told = std::uint64_t{0}]() mutable {
                     const CallStatus& status = window.driver().status();
                     failed = status.phase == CallStatus::Phase::ended && status.failed;
                     if (failed && std::exchange(told, status.run) != status.run) fail(status.text);
                   });
}

/// Looks at the runs before there is a window, which reads them: one that cannot be opened ends the program. Returns
/// what failed, or an empty string.
std::string check_runs(const std::vector<std::string>& folders) {
  for (const std::string& folder : folders)
    if (std::string error = check_run(folder); !error.empty()) return error;
  return {};
}

QStringList names_of(const std::vector<std::string>& folders) {
  QStringList names;
  for (const std::string& folder : folders) names << QString::fromStdString(folder);
  return names;
}

/// For measurements of the window itself.
void print_latency(MainWindow& window) {
  if (std::getenv("EVENKEEL_QT_DEBUG") == nullptr) return;
  const VideoView& video = window.call_view().video();
  const PaintLatency& latency = video.latency();
  if (latency.painted() == 0) return;
  std::fprintf(stderr,
               "remote pictures on the screen: %llu, after p50 %.1f ms, p95 %.1f ms; replaced unseen: %llu; drawn by: "
               "%s\n",
               static_cast<unsigned long long>(latency.painted()), to_milliseconds(latency.p50()),
               to_milliseconds(latency.p95()), static_cast<unsigned long long>(latency.replaced()),
               qPrintable(video.drawn_by()));
}

}  // namespace

int run_window(const CommandLine& line, const std::vector<std::string>& arguments) {
  if (const std::string error = check_runs(line.runs); !error.empty()) return refuse(error);
  if (!has_display()) return fail(no_display);
  handle_qt_messages();
  int argc = 1;
  std::string name = "evenkeel";
  char* argv[] = {name.data(), nullptr};
  QApplication app(argc, argv);
  display_is_open();
  QApplication::setOrganizationName("Evenkeel");
  QApplication::setApplicationName("evenkeel");
  QApplication::setApplicationVersion(QString::fromStdString(version_text()));
  QApplication::setDesktopFileName("evenkeel");

  CallService calls(line.options, arguments);
  const auto catalog = make_algorithm_catalog();
  const WindowServices services = make_window_services(calls, *catalog, line.named);
  MainWindow window(services, tuning_for(line));
  QTimer timer;
  watch_signals(timer, window);
  bool failed = false;
  watch_calls(window, failed);
  window.show();
  window.launch({call_of(line),
                 {},
                 line.options.source,
                 services.options->port(),
                 line.options.duration.has_value(),
                 line.options.insecure_rtp,
                 line.options.audio,
                 line.options.speaker,
                 direction_of(line.options)});
  if (!line.runs.empty()) window.open_runs(names_of(line.runs));
  const int status = QApplication::exec();
  print_latency(window);
  const std::string error = calls.stop();
  window.driver().poll();  // a window that closes with its call is gone before the files are written
  if (const std::string left = calls.leave_router(); !left.empty()) print(QString::fromStdString(left));
  if (!error.empty()) return fail(error);
  return failed ? 1 : status;
}

}  // namespace evenkeel
