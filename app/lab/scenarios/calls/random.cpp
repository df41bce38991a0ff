#include "app/lab/scenarios/calls/random.h"

#include <cmath>
#include <random>

#include "app/lab/scenarios/builders.h"
#include "app/lab/scenarios/calls/parts.h"

namespace evenkeel::lab {
namespace {

// Seeds of the sets of links. After a parameter was tuned on a set, change the number to draw a fresh set.
constexpr std::uint64_t drawn_alone = 73'222'001;
constexpr std::uint64_t drawn_with_tcp = 74'222'001;

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  // Not std::uniform_real_distribution, which differs between standard libraries.
  double uniform(double from, double to) { return from + (to - from) * static_cast<double>(random_() >> 11) * 0x1p-53; }
  DataRate rate() { return megabits_per_second(std::exp(uniform(std::log(0.5), std::log(10)))); }
  Duration time(Duration from, Duration to) { return from_seconds(uniform(to_seconds(from), to_seconds(to))); }
  int count(int maximum) { return 1 + static_cast<int>(uniform(0, maximum)); }

 private:
  std::mt19937_64 random_;
};

/// Between 20 s after the start and 20 s before the end, at least 10 s apart and as many as fit.
std::vector<CapacityStep> draw_steps(Draw& draw, Duration length) {
  std::vector<CapacityStep> steps;
  const int count = draw.count(3);
  Duration at = 10s;
  for (int i = 0; i < count; ++i) {
    at += draw.time(10s, 30s);
    if (at < length - 20s) steps.push_back({at, draw.rate()});
  }
  return steps;
}

std::string name_of(int number) {
  const std::string digits = std::to_string(number);
  return "n=" + std::string(3 - digits.size(), '0') + digits;
}

void add_tcp(Draw& draw, CallsVariant& link) {
  const TcpVariant variant = draw.uniform(0, 1) < 0.5 ? TcpVariant::cubic : TcpVariant::new_reno;
  const Duration end = link.length - 20s;
  link.others = {active(tcp_flow("tcp", calls_tcp(variant)), 20s, end)};
  link.measured = {{20s + calls_settling, end}};
}

RunPlan run_of(const CallsVariant& link, const std::string& controller, int number) {
  std::vector<FlowPlan> flows{calls_media(link, link.media.front(), controller)};
  flows.insert(flows.end(), link.others.begin(), link.others.end());
  RunPlan run = network_run(calls_row_name(controller, link), link.length, link.network, flows);
  std::get<NetworkRun>(run.what).measured = link.measured;
  run.seed = static_cast<std::uint64_t>(number);
  return not_quick(run);
}

std::vector<RunPlan> runs_of(bool with_tcp) {
  std::vector<RunPlan> runs;
  for (const std::string& controller : calls_controllers()) {
    for (int number = 1; number <= calls_random_count; ++number) {
      runs.push_back(run_of(calls_random_link(number, with_tcp), controller, number));
    }
  }
  return runs;
}

}  // namespace

CallsVariant calls_random_link(int number, bool with_tcp) {
  Draw draw((with_tcp ? drawn_with_tcp : drawn_alone) + 1000 * static_cast<std::uint64_t>(number));
  const Duration length = draw.time(60s, 100s);
  const DataRate rate = draw.rate();
  const Duration round_trip = draw.time(10ms, 300ms);
  const Duration buffer = draw.time(50ms, 1000ms);
  CallsVariant link = calls_alone(name_of(number), length, rate, round_trip / 2, buffer);
  link.max_media = megabits_per_second(15);  // above the fastest link, so that it can be filled
  if (number % 2 == 0) forward_of(link).steps = draw_steps(draw, length);
  if (with_tcp) add_tcp(draw, link);
  return link;
}

std::vector<ActiveTime> calls_settled_times(const CallsVariant& link) {
  std::vector<ActiveTime> times = link.measured;
  for (const CapacityStep& step : forward_of(link).steps) {
    ActiveTime& last = times.back();
    if (step.at + calls_settling <= last.from || step.at >= last.to) continue;
    const ActiveTime rest{step.at + calls_settling, last.to};
    last.to = step.at;
    if (last.to <= last.from) times.pop_back();
    if (rest.to > rest.from) times.push_back(rest);
    if (times.empty()) return times;
  }
  return times;
}

std::vector<Scenario> calls_random_scenarios() {
  return {{"C-random-alone", "calls, random links, alone", "full and at low delay on any link", runs_of(false),
           judge_calls_alone},
          {"C-random-tcp", "calls, random links, one TCP", "about half of any link beside one TCP", runs_of(true),
           judge_calls_with_tcp}};
}

}  // namespace evenkeel::lab
