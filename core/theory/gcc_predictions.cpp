#include <cmath>

#include "core/theory/algorithm_predictions.h"
#include "core/theory/prediction_text.h"

namespace evenkeel {
namespace {

constexpr std::string_view source = "AIMD";

std::vector<Prediction> unknown(std::string_view what) {
  return {awaiting("climb near capacity", std::string(source), what),
          awaiting("sawtooth period", std::string(source), what)};
}

std::vector<Prediction> aimd_predictions(const gcc::AimdParameters& p, const PathConditions& path) {
  if (!path.rate || *path.rate <= DataRate()) return unknown(the_rate);
  const auto rtt = path.round_trip_time ? path.round_trip_time : path.min_round_trip_time;
  if (!rtt) return unknown(the_path);
  const DataRate slope = gcc::additive_slope(*path.rate, *rtt, p);
  const Duration period = gcc::recovery_time(*path.rate, *rtt, p);
  return {{"climb near capacity", text_of(slope) + " per s", std::string(source),
           "packet / (2 (RTT + 100 ms)), once an over-use has shown what the link carries", false},
          {"sawtooth period", text_of(period), std::string(source),
           "until a decrease to " + format_number(p.beta, 3) + " of the rate is made up for", false}};
}

}  // namespace

std::vector<Prediction> predictions_of(const Gcc& gcc, const PathConditions& path) {
  return aimd_predictions(gcc.parameters().decision.aimd, path);
}

std::vector<Prediction> predictions_of(const Gcc2016& gcc, const PathConditions& path) {
  return aimd_predictions(gcc.parameters().decision.aimd, path);
}

std::vector<Prediction> predictions_of(const GccSimple& gcc, const PathConditions& path) {
  const GccSimpleParameters& p = gcc.parameters();
  const double growth = std::log(1 + p.increase);  // 1/s
  const double recovery = -std::log(p.decrease) / growth;
  Prediction peak{"peak queue", {}, "ours", "what builds up until a cut works: eta/2 (theta/eta + 2 T + RTT)^2", false};
  if (path.min_round_trip_time) {
    const double feedback = to_seconds(2 * p.interval + *path.min_round_trip_time);
    const double reaction = p.threshold / growth + feedback;
    peak.value = text_of(from_seconds(growth / 2 * reaction * reaction));
  } else {
    peak = awaiting(peak.name, peak.source, the_path);
  }
  return {{"equilibrium delay", "none", "LDCC, section V-D",
           "rate and delay swing without end: the rate grows until the delay rises", false},
          peak,
          {"recovery", text_of(from_seconds(recovery)), "ours", "from a cut back to the capacity, at eta", false}};
}

}  // namespace evenkeel
