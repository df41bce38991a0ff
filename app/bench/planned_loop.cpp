#include "app/bench/planned_loop.h"

#include "core/pacing/pacer_factory.h"
#include "core/pacing/rmc.h"
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
  for (const auto name : pacer_names()) names.emplace_back(name);
  names.insert(names.end(), {"bare", "iperf3"});
  return names;
}

PlannedLoop make_planned_loop(const SendPlan& plan) {
  auto loop = make_pacer(plan.loop == "bare" ? "rmc" : plan.loop);
  if (!loop) return {nullptr, "There is no send loop '" + plan.loop + "': known are " + known_loops() + "."};
  for (const auto& [name, value] : plan.parameters) {
    const std::string error = set_parameter(*loop, name, value);
    if (!error.empty()) return {nullptr, error};
  }
  return {std::move(loop), ""};
}

DataSize forgiven_by(const Pacer& pacer) {
  const auto* rmc = dynamic_cast<const Rmc*>(&pacer);
  return rmc == nullptr ? DataSize() : rmc->forgiven();
}

}  // namespace evenkeel::bench
