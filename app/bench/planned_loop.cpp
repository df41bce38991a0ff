#include "app/bench/planned_loop.h"

#include "core/pacing/send_loop_factory.h"
#include "core/parameters/parameter_list.h"

namespace evenkeel::bench {
namespace {

std::string known_loops() {
  std::string text;
  for (const auto& name : bench_loop_names()) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

std::vector<std::string> bench_loop_names() {
  std::vector<std::string> names;
  for (const auto name : send_loop_names()) names.emplace_back(name);
  names.insert(names.end(), {"bare", "iperf3"});
  return names;
}

PlannedLoop make_planned_loop(const SendPlan& plan) {
  auto loop = make_send_loop(plan.loop == "bare" ? "rmc" : plan.loop);
  if (!loop) return {nullptr, "There is no send loop '" + plan.loop + "': known are " + known_loops() + "."};
  for (const auto& [name, value] : plan.parameters) {
    const std::string error = set_parameter(*loop, name, value);
    if (!error.empty()) return {nullptr, error};
  }
  return {std::move(loop), ""};
}

}  // namespace evenkeel::bench
