#include "app/lab/sim/network/link_capacity.h"

#include "app/files/untrusted_file.h"

namespace evenkeel::sim {
namespace {

LinkCapacity scheduled(const lab::LinkPlan& plan) {
  std::vector<CapacityStep> steps{{Duration::zero(), plan.rate}};
  steps.insert(steps.end(), plan.steps.begin(), plan.steps.end());
  LinkCapacity capacity{Capacity::schedule(std::move(steps)), {}};
  capacity.first = capacity.over_time.rate_at(Duration::zero());
  return capacity;
}

Parsed<LinkCapacity> traced(const std::string& path) {
  const auto text = read_text(path, max_mahimahi_text);
  if (!text) return {std::nullopt, "The trace '" + path + "' cannot be read: " + text.error + "."};
  ParsedTrace parsed = parse_mahimahi(*text);
  if (const auto* wrong = std::get_if<std::string>(&parsed)) {
    return {std::nullopt, "The trace '" + path + "' is not of mahimahi's format: " + *wrong + "."};
  }
  const auto& trace = std::get<MahimahiTrace>(parsed);
  const Duration period = trace.period();
  const std::int64_t in_a_round = trace.opportunities_until(2 * period) - trace.opportunities_until(period);
  const DataRate mean = MahimahiTrace::kOpportunity * in_a_round / period;
  return {LinkCapacity{Capacity::trace(trace), mean}, ""};
}

}  // namespace

Parsed<LinkCapacity> link_capacity(const lab::LinkPlan& plan) {
  if (!plan.trace.empty()) return traced(plan.trace);
  return {scheduled(plan), ""};
}

}  // namespace evenkeel::sim
