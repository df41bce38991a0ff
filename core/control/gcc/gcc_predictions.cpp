#include "core/control/gcc/gcc.h"
#include "core/control/gcc/gcc_2016.h"
#include "core/control/prediction_text.h"

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

std::vector<Prediction> Gcc::predictions(const PathConditions& path) const {
  return aimd_predictions(parameters_.decision.aimd, path);
}

std::vector<Prediction> Gcc2016::predictions(const PathConditions& path) const {
  return aimd_predictions(parameters_.decision.aimd, path);
}

}  // namespace evenkeel
