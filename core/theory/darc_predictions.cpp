#include "core/theory/algorithm_predictions.h"
#include "core/theory/prediction_text.h"

namespace evenkeel {

namespace {

constexpr const char* target_source = "q_0 + a/B + J";
constexpr const char* delay_source = "d + target";

/// Why the target of a running call is not that of the law at the rate of the path. Where it is shorter the flow sends
/// less than the link carries, as while the camera is off: the controller counts with its own estimate of the capacity.
std::string difference_of(Duration target, Duration without_jitter, DataRate rate) {
  if (target >= without_jitter)
    return ": " + text_of(without_jitter) + " for " + text_of(rate) +
           ", the rest for jitter and what it believes of the rate";
  return ", at the rate that it believes the link has; at " + text_of(rate) + " it would be " + text_of(without_jitter);
}

Prediction target_of(Duration without_jitter, const PathConditions& path) {
  const std::string meaning = "what waits at the bottleneck when alone";
  if (!path.target_queue)
    return {"target queue", text_of(without_jitter), target_source, meaning + ", without jitter", false, true};
  return {"target queue", text_of(*path.target_queue),
          target_source,  meaning + difference_of(*path.target_queue, without_jitter, *path.rate),
          false,          true};
}

}  // namespace

// The panel asks an object that runs no call: jitter is known to the one that does, and the path has what it tells.
std::vector<Prediction> predictions_of(const Darc& darc, const PathConditions& path) {
  if (!path.rate || *path.rate <= DataRate()) return {awaiting("target queue", target_source, the_rate)};
  const Duration law = darc.parameters().q0 + darc.parameters().a / *path.rate;
  std::vector<Prediction> all{target_of(law, path)};
  if (path.propagation_delay) {
    const Duration delay = path.equilibrium.value_or(*path.propagation_delay + path.target_queue.value_or(law));
    all.push_back(
        {"equilibrium delay", text_of(delay), delay_source, "where the one-way delay settles when alone", false, true});
  } else {
    all.push_back(awaiting("equilibrium delay", delay_source, the_path));
  }
  return all;
}

DelayPrediction delays_of(const Darc& darc, const PathConditions&) { return {std::nullopt, darc.equilibrium_delay()}; }

}  // namespace evenkeel
