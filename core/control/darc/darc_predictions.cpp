#include "core/control/darc/darc.h"
#include "core/control/prediction_text.h"

// What DARC says of itself: to the plots as it runs, and to the theory panel of a path.
namespace evenkeel {

ControllerState Darc::state() const {
  ControllerState state{.mode = mode()};
  if (!capacity_.known()) return state;
  state.capacity = capacity_.rate();
  state.predicted_queue = predicted_;
  // In competition the queue is the other's to decide.
  if (mode_ != Mode::competition) state.target_queue = target_queue();
  return state;
}

// Of the law alone: the panel asks an object that runs no call.
std::vector<Prediction> Darc::predictions(const PathConditions& path) const {
  if (!path.rate || *path.rate <= DataRate()) return {awaiting("target queue", "q_0 + a/B", the_rate)};
  const Duration target = parameters_.q0 + parameters_.a / *path.rate;
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

DelayPrediction Darc::delay_prediction(const PathConditions&) const {
  DelayPrediction prediction;
  if (mode_ == Mode::low_delay && path_.base().known()) prediction.equilibrium = path_.base().base() + target_queue();
  return prediction;
}

}  // namespace evenkeel
