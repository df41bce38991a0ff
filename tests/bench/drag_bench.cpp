// What the window's thread does while somebody drags a slider of the tuning panel for minutes: in each tick, the third
// of a tenth of a second between two polls of the call, and in each turn of the event loop, for which a picture or a
// key may have to wait. The call is made up: a row per 100 ms and flow, and the event of each change. Other programs
// make the longest times by the clock meaningless, so the time on the processor stands beside them.
#include <QApplication>
#include <QDockWidget>
#include <QSettings>
#include <QSlider>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QThread>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <vector>

#include "app/cli/algorithm_catalog.h"
#include "gui/theme/theme.h"
#include "gui/theme/window_style.h"
#include "gui/window/main_window.h"
#include "tests/bench/synthetic_run.h"
#include "tests/gui/plain_options.h"

namespace evenkeel {
namespace {

constexpr double limit_ms = 5;
constexpr double swing_s = 3;  // of the slider, from one end to the other and back
constexpr double row_s = 0.1;

double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Cost {
  double wall_ms = 0;
  double processor_ms = 0;  ///< of the thread
};

Cost operator+(const Cost& a, const Cost& b) { return {a.wall_ms + b.wall_ms, a.processor_ms + b.processor_ms}; }

/// A call that is under way.
class MadeUpCall : public CallBackend {
 public:
  int polls = 0;
  int changes = 0;

  void begin() { start_s_ = seconds_of(CLOCK_MONOTONIC); }

  void send(CallCommand command) override {
    const auto* set = std::get_if<SetParameter>(&command);
    if (set == nullptr) return;
    ++changes;
    events_.push_back({from_seconds(now_s()), RunEvent::Kind::parameter, {}, set->key + " = " + set->text});
  }

  void poll(CallUpdates& updates) override {
    ++polls;
    updates = {};
    updates.events = std::exchange(events_, {});
    for (const auto due = static_cast<std::size_t>(now_s() / row_s); rows_ < due; ++rows_) add_row(updates, rows_);
    CallStatus& status = updates.status;
    status.phase = CallStatus::Phase::in_call;
    status.text = "Demo: two peers on this machine";
    status.run = 1;
    status.run_time = from_seconds(now_s());
    status.outgoing = "a to b";
    status.incoming = "b to a";
    status.has_link = true;
  }

  PictureSlot& remote_pictures() override { return remote_; }
  PictureSlot& own_pictures() override { return own_; }

 private:
  double now_s() const { return seconds_of(CLOCK_MONOTONIC) - start_s_; }
  static void add_row(CallUpdates& updates, std::size_t index) {
    for (const char* flow : {"a to b", "b to a"}) {
      updates.samples.push_back(synthetic_row(index));
      updates.samples.back().flow = flow;
    }
  }

  double start_s_ = 0;
  std::size_t rows_ = 0;
  std::vector<RunEvent> events_;
  PictureSlot remote_, own_;
};

double percentile(std::vector<double>& sorted, double share) {
  return sorted.empty() ? 0 : sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

void print(const char* what, const std::vector<Cost>& costs) {
  for (const auto& [clock, member] : {std::pair("clock", &Cost::wall_ms), {"processor", &Cost::processor_ms}}) {
    std::vector<double> values;
    for (const Cost& cost : costs) values.push_back(cost.*member);
    std::ranges::sort(values);
    const auto above = std::ranges::count_if(values, [](double ms) { return ms > limit_ms; });
    std::printf("%-26s %-10s p50 %5.2f  p99 %5.2f  most %6.2f ms, %6td of %zu above %.0f ms\n", what, clock,
                percentile(values, 0.5), percentile(values, 0.99), percentile(values, 1), above, values.size(),
                limit_ms);
  }
}

/// The first one of the controller's.
QSlider& slider_of(TuningPanel& panel) {
  for (QSlider* slider : panel.findChildren<QSlider*>())
    if (slider->isVisible()) return *slider;
  std::fprintf(stderr, "The tuning panel shows no slider.\n");
  std::exit(1);
}

struct Measured {
  std::vector<Cost> turns;
  std::vector<Cost> ticks;
};

/// Moves the slider once per poll.
Measured drag(QSlider& slider, MadeUpCall& call, double seconds) {
  Measured measured;
  Cost tick;
  int polls = call.polls;
  const double start_s = seconds_of(CLOCK_MONOTONIC);
  slider.setSliderDown(true);
  for (double now_s = 0; now_s < seconds; now_s = seconds_of(CLOCK_MONOTONIC) - start_s) {
    const double before_s = seconds_of(CLOCK_MONOTONIC);
    const double processor_before_s = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    if (call.polls != polls) {
      const double place = std::abs(std::fmod(now_s, swing_s) / swing_s * 2 - 1);
      slider.setSliderPosition(static_cast<int>(place * slider.maximum()));
      measured.ticks.push_back(std::exchange(tick, {}));
      polls = call.polls;
    }
    QApplication::processEvents();
    const Cost turn{1e3 * (seconds_of(CLOCK_MONOTONIC) - before_s),
                    1e3 * (seconds_of(CLOCK_THREAD_CPUTIME_ID) - processor_before_s)};
    measured.turns.push_back(turn);
    tick = tick + turn;
    QThread::usleep(500);  // as long as a timer may be late
  }
  slider.setSliderDown(false);
  return measured;
}

int run_bench(double seconds) {
  MadeUpCall call;
  const auto catalog = make_algorithm_catalog();
  const WindowServices services{call,
                                *catalog,
                                std::make_shared<test::PlainOptions>(),
                                [](const std::string&, std::string&, const RunProgress&) { return Parsed<RunData>{}; },
                                [](const std::string&, const Configuration&) { return std::string(); },
                                [](const std::string&, const AskForPart&) { return Parsed<Configuration>{}; },
                                [] { return std::unique_ptr<ParameterSearch>(); },
                                [] { return std::unique_ptr<ShadowReplay>(); }};
  MainWindow window(services, std::nullopt);
  window.resize(1280, 720);
  window.show();
  call.begin();
  window.launch({.call = StartCall{}});
  window.docks().want_lab(true);
  window.findChild<QDockWidget*>("tuning")->raise();
  for (int turn = 0; turn < 100; ++turn, QThread::msleep(10)) QApplication::processEvents();
  const Measured measured = drag(slider_of(window.tuning_panel()), call, seconds);
  std::printf("%.0f s, %d changes of a parameter\n", seconds, call.changes);
  print("tick (33 ms)", measured.ticks);
  print("turn of the event loop", measured.turns);
  window.close_unasked();
  return 0;
}

}  // namespace
}  // namespace evenkeel

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QStandardPaths::setTestModeEnabled(true);
  const QTemporaryDir settings;
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
  QApplication application(argc, argv);
  QCoreApplication::setOrganizationName(QStringLiteral("evenkeel-bench"));
  QApplication::setStyle(new evenkeel::WindowStyle);
  QApplication::setPalette(evenkeel::light_palette());
  return evenkeel::run_bench(argc > 1 ? QString::fromLocal8Bit(argv[1]).toDouble() : 300);
}
