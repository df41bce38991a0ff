#include "core/theory/algorithm_predictions.h"
#include "core/theory/prediction_text.h"

namespace evenkeel {

// Of the law alone: the panel asks an object that runs no call.
std::vector<Prediction> predictions_of(const Darc& darc, const PathConditions& path) {
  if (!path.rate || *path.rate <= DataRate()) return {awaiting("target queue", "q_0 + a/B", the_rate)};
  const Duration target = darc.parameters().q0 + darc.parameters().a / *path.rate;
  std::vector<Prediction> all{
      {"target queue", text_of(target), "q_0 + a/B", "what waits at the bottleneck when alone, without jitter", false}};
  if (path.propagation_delay) {
    all.push_back({"equilibrium delay", text_of(*path.propagation_delay + target), "d + q_0 + a/B",
                   "where the one-way delay settles when alone", false});
  } else {
    all.push_back(awaiting("equilibrium delay", "d + q_0 + a/B", the_path));
  }
  return all;
}

DelayPrediction delays_of(const Darc& darc, const PathConditions&) { return {std::nullopt, darc.equilibrium_delay()}; }

}  // namespace evenkeel
