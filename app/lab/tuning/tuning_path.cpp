#include "app/lab/tuning/tuning_path.h"

#include <algorithm>
#include <cmath>

#include "app/lab/claims/statistics.h"
#include "app/lab/closed_loop/greedy_encoder.h"
#include "app/lab/closed_loop/simulation.h"
#include "app/lab/closed_loop/synthetic_encoder.h"
#include "core/parameters/parameter_list.h"

namespace evenkeel::tuning {
namespace {

constexpr std::size_t packet_of_a_call = 1200;  // bytes, of RTP
constexpr Duration between_pieces = 37s;        // of a trace, from seed to seed: no multiple of a usual span

/// A trace's capacity from `from` on, for `span`: which piece of a recorded trace a call meets should not be learnt.
Capacity piece_of(const Capacity& trace, Duration from, Duration span) {
  const double opportunity = static_cast<double>(MahimahiTrace::kOpportunity.bits());
  std::vector<std::uint32_t> milliseconds;
  const auto end = static_cast<std::uint32_t>(span / 1ms);
  for (std::uint32_t t = 1; t <= end; ++t) {
    const double bits =
        trace.bits_between(from + std::chrono::milliseconds(t - 1), from + std::chrono::milliseconds(t));
    milliseconds.insert(milliseconds.end(), static_cast<std::size_t>(std::lround(bits / opportunity)), t);
  }
  return milliseconds.empty() ? trace : Capacity::trace(MahimahiTrace(std::move(milliseconds)));
}

LinkConfig link_for(const TuningPath& path, std::uint64_t seed) {
  LinkConfig link = path.link;
  link.seed = seed;
  if (link.capacity.is_trace()) {
    const auto step = static_cast<std::int64_t>(seed % 100'000);
    link.capacity = piece_of(link.capacity, step * between_pieces, path.span);
  }
  return link;
}

std::unique_ptr<FrameSource> source_for(const TuningPath& path, std::uint64_t seed) {
  if (path.source == Source::greedy) {
    GreedyEncoderConfig config;
    config.target = path.limits.start;
    config.start = closed_loop::epoch;
    return std::make_unique<GreedyEncoder>(config);
  }
  SyntheticEncoderConfig config;
  config.target = path.limits.start;
  config.max_rate = path.limits.maximum;
  config.seed = seed;
  config.start = closed_loop::epoch;
  return std::make_unique<SyntheticEncoder>(config);
}

double arrived_bits(const closed_loop::Flow& flow) {
  double bits = 0;
  for (const Sample& row : flow.samples) bits += row.receive_bitrate_bps.value_or(0) * 0.1;
  const double padding = flow.samples.empty() ? 0 : flow.samples.back().padding_bytes_sent.value_or(0);
  return std::max(0.0, bits - 8 * padding);
}

double longer_p95_ms(const std::vector<Duration>& queues) {
  const auto middle = queues.begin() + static_cast<std::ptrdiff_t>(queues.size() / 2);
  std::vector<double> first;
  std::vector<double> second;
  std::transform(queues.begin(), middle, std::back_inserter(first), [](Duration q) { return to_milliseconds(q); });
  std::transform(middle, queues.end(), std::back_inserter(second), [](Duration q) { return to_milliseconds(q); });
  return std::max(percentile_of(std::move(first), 0.95), percentile_of(std::move(second), 0.95));
}

}  // namespace

PathMeasure mean_of(const std::vector<PathMeasure>& calls) {
  PathMeasure sum;
  for (const PathMeasure& call : calls) {
    sum.use += call.use / static_cast<double>(calls.size());
    sum.queue_p95_ms += call.queue_p95_ms / static_cast<double>(calls.size());
  }
  return sum;
}

PathMeasure measure_call(const TuningPath& path, const std::string& controller, const Settings& settings,
                         std::uint64_t seed) {
  LinkConfig forward = link_for(path, seed);
  const double capacity = forward.capacity.bits_between(Duration::zero(), path.span);
  closed_loop::Simulation simulation(
      forward, closed_loop::constant_link(DataRate::unlimited(), path.backward_delay, Duration(1s)));
  closed_loop::FlowConfig config;
  config.controller = controller;
  config.limits = path.limits;
  config.max_packet_size = packet_of_a_call;
  config.delay_kind = path.delay_kind;
  config.seed = seed;
  closed_loop::Flow& flow = simulation.add(config, source_for(path, seed));
  for (const auto& [name, text] : settings) set_parameter(flow.sender->controller(), name, text);
  simulation.run_until(path.span);

  PathMeasure measure;
  measure.use = capacity > 0 ? std::min(1.0, arrived_bits(flow) / capacity) : 0;
  measure.queue_p95_ms = longer_p95_ms(simulation.queue_delays);
  return measure;
}

}  // namespace evenkeel::tuning
