#include "tests/bench/synthetic_run.h"

#include <cmath>
#include <cstdint>

namespace evenkeel {
namespace {

constexpr double row_s = 0.1;

/// Between -1 and 1, of a hash of the row and the column.
double noise(std::size_t index, std::uint64_t column) {
  std::uint64_t hash = (index * 64 + column) * 0x9e3779b97f4a7c15U;
  hash ^= hash >> 31;
  hash *= 0xbf58476d1ce4e5b9U;
  return static_cast<double>(hash >> 11) / static_cast<double>(1ULL << 52) - 1;
}

}  // namespace

Sample synthetic_row(std::size_t index) {
  const double time_s = static_cast<double>(index) * row_s;
  const double capacity = std::fmod(time_s, 60) < 30 ? 2.5e6 : 1.2e6;
  const double swing = std::sin(time_s * 1.3);
  Sample row;
  row.time = from_seconds(time_s);
  row.flow = "a to b";
  row.target_bitrate_bps = capacity * (0.95 + 0.1 * swing);
  row.send_bitrate_bps = *row.target_bitrate_bps * (1 + 0.04 * noise(index, 1));
  row.receive_bitrate_bps = *row.send_bitrate_bps * (1 + 0.02 * noise(index, 2));
  row.media_bitrate_bps = *row.target_bitrate_bps * (0.93 + 0.1 * noise(index, 3));
  row.link_capacity_bps = capacity;
  row.link_queue_ms = 40 + 25 * swing + 3 * noise(index, 4);
  row.one_way_delay_ms = 50 + *row.link_queue_ms;
  row.one_way_delay_kind = DelayKind::true_;
  row.round_trip_time_ms = *row.one_way_delay_ms + 52 + 4 * noise(index, 5);
  row.propagation_delay_ms = 50;
  row.delay_threshold_ms = 100;
  row.predicted_delay_ms = 94;
  row.queueing_delay_ms = *row.link_queue_ms;
  row.target_queue_ms = 10;
  row.predicted_queue_ms = *row.link_queue_ms + 2 * noise(index, 9);
  row.capacity_estimate_bps = capacity * (1 + 0.01 * noise(index, 10));
  row.controller_mode = std::fmod(time_s, 20) < 15 ? ControllerMode::low_delay : ControllerMode::competition;
  row.rate_mismatch_bps = 2e4 * noise(index, 6);
  row.data_mismatch_bytes = 800 * noise(index, 7);
  row.pacer_queue_ms = 8 + 5 * noise(index, 8);
  row.key_frames_encoded = std::floor(time_s / 10);
  row.loss_events = std::floor(time_s / 25);
  row.packets_lost = 3 * *row.loss_events;
  return row;
}

void append_rows(RunData& run, std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < to; ++i) run.store.add(synthetic_row(i));
}

}  // namespace evenkeel
