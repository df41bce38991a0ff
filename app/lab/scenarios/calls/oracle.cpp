#include "app/lab/scenarios/calls/measures.h"

#include <algorithm>

#include "app/lab/scenarios/scenario_math.h"
#include "core/telemetry/percentile.h"

namespace evenkeel::lab {
namespace {

constexpr double seconds = 0.1;  // length of a row, and the oracle's lag
constexpr double packet = 8 * 1200;

struct Oracle {
  std::vector<double> served;  ///< bit/s, by row
  std::vector<double> waits;   ///< ms, of its packets
};

/// Time until so many bits are served by the rows from `from` on; at most until the last row.
double wait_ms(const std::vector<double>& capacity, std::size_t from, double bits) {
  double wait = 0;
  for (std::size_t i = from; i < capacity.size() && bits > 0; ++i) {
    wait += 1e3 * std::min(seconds, bits / capacity[i]);
    bits -= capacity[i] * seconds;
  }
  return wait;
}

Oracle follow(const std::vector<double>& capacity, double maximum) {
  Oracle oracle;
  double queue = 0;  // bit
  for (std::size_t i = 1; i < capacity.size(); ++i) {
    const double sent = std::max(0.0, std::min(capacity[i - 1], maximum) * seconds - queue);
    const double served = std::min(queue + sent, capacity[i] * seconds);
    queue += sent - served;
    oracle.served.push_back(served / seconds);
    oracle.waits.insert(oracle.waits.end(), static_cast<std::size_t>(sent / packet), wait_ms(capacity, i + 1, queue));
  }
  return oracle;
}

std::vector<double> capacities(const CallsVariant& variant, const RunRecord& run) {
  const ActiveTime& time = variant.measured.front();
  return run.values(variant.media.front().name, &Sample::link_capacity_bps, time.from, time.to);
}

}  // namespace

CallsMeasure calls_oracle_use() {
  return {"oracle's utilisation [%]", 1, CallsMeasure::Worst::minimum,
          [](const CallsVariant& variant, const RunRecord& run) {
            const auto capacity = capacities(variant, run);
            return 100 * average_of(follow(capacity, variant.max_media.bps()).served) / average_of(capacity);
          }};
}

CallsMeasure calls_oracle_queue() {
  return {"oracle's queue p95 [ms]", 1, CallsMeasure::Worst::maximum,
          [](const CallsVariant& variant, const RunRecord& run) {
            auto waits = follow(capacities(variant, run), variant.max_media.bps()).waits;
            std::sort(waits.begin(), waits.end());
            return waits.empty() ? std::numeric_limits<double>::quiet_NaN() : percentile_of_sorted(waits, 0.95);
          }};
}

}  // namespace evenkeel::lab
