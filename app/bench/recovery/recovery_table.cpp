#include "app/bench/recovery/recovery_table.h"

#include <array>

#include "core/base/quantity.h"

namespace evenkeel::bench {
namespace {

struct Scheme {
  const char* name;
  RecoveryConfig recovery;
};

constexpr std::array schemes{
    Scheme{"key frames", no_recovery},         Scheme{"retransmission", {true, false, 0.0}},
    Scheme{"references", {false, true, 0.0}},  Scheme{"repair", {false, false, std::nullopt}},
    Scheme{"all", {true, true, std::nullopt}},
};

struct Path {
  Duration round_trip;
  double loss;
  double burst;  ///< mean length in packets; 1: at random
};

constexpr std::array paths{
    Path{100ms, 0, 1},    Path{100ms, 0.01, 1}, Path{100ms, 0.03, 1}, Path{100ms, 0.05, 1}, Path{100ms, 0.01, 4},
    Path{100ms, 0.03, 4}, Path{40ms, 0.03, 1},  Path{200ms, 0.03, 1}, Path{300ms, 0.03, 1},
};

LossModel loss_of(const Path& path) {
  if (path.loss <= 0) return NoLoss{};
  if (path.burst <= 1) return IndependentLoss{path.loss};
  GilbertElliottLoss bursts;
  bursts.bad_to_good = 1 / path.burst;
  bursts.good_to_bad = bursts.bad_to_good * path.loss / (1 - path.loss);
  return bursts;
}

std::string text_of(const Path& path) {
  std::string text = format_ratio(path.loss);
  if (path.burst > 1) text += " in bursts of " + format_number(path.burst);
  return text;
}

std::vector<std::string> row_of(const Path& path, const Scheme& scheme, const RecoveryResult& r) {
  return {format_duration(path.round_trip),
          text_of(path),
          scheme.name,
          cell(r.pictures_per_second, 1),
          std::to_string(r.freezes),
          cell(r.frozen_seconds, 2),
          std::to_string(r.key_frames),
          std::to_string(r.jumps),
          cell(r.delay_p50_ms, 0),
          cell(r.delay_p95_ms, 0),
          cell(100 * r.repair_share, 1),
          cell(100 * r.sent_again_share, 1),
          cell(100 * r.use, 1)};
}

}  // namespace

Table recovery_table(Duration of_each_call, const std::function<bool()>& stop) {
  Table table{"recovery",
              "What mends losses: calls with darc over 2.5 Mbps, virtual time",
              {"round trip", "loss", "scheme", "pictures/s", "freezes", "frozen [s]", "key frames", "jumps",
               "delay p50 [ms]", "p95 [ms]", "repair [%]", "sent again [%]", "use [%]"},
              {}};
  for (const Path& path : paths) {
    for (const Scheme& scheme : schemes) {
      RecoveryPlan plan;
      plan.round_trip = path.round_trip;
      plan.loss = loss_of(path);
      plan.recovery = scheme.recovery;
      plan.duration = of_each_call;
      const RecoveryResult result = run_recovery(plan, stop);
      if (stop()) return table;
      table.rows.push_back(row_of(path, scheme, result));
    }
  }
  return table;
}

}  // namespace evenkeel::bench
