// What measuring the steps of a run costs while it goes on: the time of one update of the theory panel, with the last
// step further and further back. It should grow as the rows do.
#include <chrono>
#include <cstdio>

#include "gui/store/step_response.h"
#include "tests/bench/synthetic_run.h"

int main() {
  using namespace evenkeel;
  double before_ms = 0;
  for (std::size_t minutes = 1; minutes <= 256; minutes *= 4) {
    RunData run;
    for (std::size_t i = 0; i < minutes * 600; ++i) {
      Sample row = synthetic_row(i);
      row.link_capacity_bps.reset();  // whose changes would be steps as well
      run.store.add(row);
    }
    run.events = {{2s, RunEvent::Kind::link, {}, "capacity 1Mbps"}};
    const FlowName flow = run.store.flows().front();
    const auto start = std::chrono::steady_clock::now();
    constexpr int updates = 5;
    for (int i = 0; i < updates; ++i) (void)find_steps(run, flow, 4);
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
    const double ms = spent.count() / updates;
    std::printf("%4zu minutes: %8.2f ms per update", minutes, ms);
    if (before_ms > 0) std::printf(", %.1f times as long for 4 times the rows", ms / before_ms);
    std::printf("\n");
    before_ms = ms;
  }
}
