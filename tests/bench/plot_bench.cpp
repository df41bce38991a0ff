// What the plots cost: the share of one core while they follow a call at 30 Hz, with a minute of history and with an
// hour, against the same event loop without plots; what the tables below them add; and how long a turn of the event
// loop is kept from a picture.
#include <QApplication>
#include <QElapsedTimer>
#include <QStyleFactory>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <vector>

#include "gui/data/data_pane.h"
#include "gui/plots/plot_stack.h"
#include "gui/theme/theme.h"
#include "tests/bench/processor_time.h"
#include "tests/bench/synthetic_run.h"

namespace evenkeel {
namespace {

constexpr int tick_ms = 33;
constexpr std::size_t rows_per_minute = 600;
constexpr std::size_t rows_per_hour = 36'000;

double percentile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

struct Result {
  double cpu_share = 0;
  std::vector<double> turns_ms;  ///< of the turns of the event loop in which something was drawn
  double longest_ms = 0;         ///< of all turns
  std::uint64_t redraws = 0;
};

/// Runs the event loop for so long and calls `tick` 30 times a second with the time since the start.
template <typename Tick>
Result run_loop(double seconds, const PlotStack& plots, Tick tick) {
  Result result;
  QElapsedTimer clock;
  clock.start();
  QTimer timer;
  timer.setTimerType(Qt::PreciseTimer);
  QObject::connect(&timer, &QTimer::timeout, [&] { tick(static_cast<double>(clock.nsecsElapsed()) / 1e9); });
  timer.start(tick_ms);
  const double cpu_before = cpu_s();
  const std::uint64_t redraws_before = plots.redraws();
  while (clock.nsecsElapsed() < static_cast<qint64>(seconds * 1e9)) {
    const std::uint64_t drawn = plots.redraws();
    const double before = cpu_s();
    QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    const double turn_ms = (cpu_s() - before) * 1e3;
    result.longest_ms = std::max(result.longest_ms, turn_ms);
    if (plots.redraws() != drawn) result.turns_ms.push_back(turn_ms);
  }
  result.cpu_share = (cpu_s() - cpu_before) / seconds;
  result.redraws = plots.redraws() - redraws_before;
  return result;
}

void print(const char* name, const Result& result, double seconds) {
  std::printf(
      "%-28s %6.1f %% of a core, %5.1f plots/s, ms per turn with a plot: p50 %.2f, p95 %.2f, most %.2f; of any %.2f\n",
      name, 100 * result.cpu_share, static_cast<double>(result.redraws) / seconds, percentile(result.turns_ms, 0.5),
      percentile(result.turns_ms, 0.95), percentile(result.turns_ms, 1), result.longest_ms);
}

Result follow(PlotStack& plots, std::size_t history, double seconds) {
  RunData run;
  run.name = "live";
  append_rows(run, 0, history);
  plots.set_runs({&run});
  std::size_t rows = history;
  const double start_s = static_cast<double>(history) / 10;
  plots.set_now(from_seconds(start_s));
  plots.refresh();
  const Result result = run_loop(seconds, plots, [&](double elapsed_s) {
    const auto due = history + static_cast<std::size_t>(elapsed_s * 10);
    append_rows(run, rows, due);
    rows = due;
    plots.set_now(from_seconds(start_s + elapsed_s));
  });
  plots.set_runs({});
  return result;
}

/// The tabs one after the other, with a minute visible, then with an hour.
void measure_data(PlotStack& plots, double seconds) {
  DataPane pane(plots);
  pane.resize(1200, 300);
  pane.show();
  for (const int span_s : {60, 3600}) {
    plots.set_span(from_seconds(span_s));
    for (int tab = 0; tab < pane.count(); ++tab) {
      pane.setCurrentIndex(tab);
      const QString name = QStringLiteral("%1 s, %2").arg(span_s).arg(pane.tabText(tab));
      print(name.toUtf8().constData(), follow(plots, rows_per_hour, seconds), seconds);
    }
  }
  plots.set_span(from_seconds(60));
}

int run_bench(double seconds) {
  PlotStack plots;
  plots.resize(1200, 900);
  plots.show();
  plots.set_flow("a to b");
  run_loop(0.3, plots, [](double) {});  // until the window has its size
  const Result idle = run_loop(seconds, plots, [](double) {});
  print("event loop without plots", idle, seconds);
  const Result minute = follow(plots, rows_per_minute, seconds);
  print("60 s, a minute of history", minute, seconds);
  const Result hour = follow(plots, rows_per_hour, seconds);
  print("60 s, an hour of history", hour, seconds);
  plots.set_span(from_seconds(3600));
  print("an hour visible", follow(plots, rows_per_hour, seconds), seconds);
  plots.set_span(from_seconds(60));
  plots.set_plot_shown(QStringLiteral("law"), true);
  print("60 s, a sixth plot", follow(plots, rows_per_hour, seconds), seconds);
  plots.set_plot_shown(QStringLiteral("law"), false);
  measure_data(plots, seconds);
  std::printf("plots alone: %.1f %% and %.1f %% of a core; an hour costs %.2f times a minute\n",
              100 * (minute.cpu_share - idle.cpu_share), 100 * (hour.cpu_share - idle.cpu_share),
              hour.cpu_share / minute.cpu_share);
  return 0;
}

}  // namespace
}  // namespace evenkeel

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication app(argc, argv);
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  QApplication::setPalette(evenkeel::light_palette());
  return evenkeel::run_bench(argc > 1 ? QString::fromLocal8Bit(argv[1]).toDouble() : 5);
}
