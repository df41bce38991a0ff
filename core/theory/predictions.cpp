#include "core/theory/predictions.h"

#include "core/theory/algorithm_predictions.h"

namespace evenkeel {
namespace {

/// Calls `ask` with the first of the types that `object` is of; the default where it is of none.
template <class... Types, class Object, class Ask>
auto ask_as(const Object& object, const Ask& ask) {
  using Answer = std::common_type_t<decltype(ask(std::declval<const Types&>()))...>;
  Answer answer{};
  const auto try_as = [&](const auto* as) {
    if (as) answer = ask(*as);
    return as != nullptr;
  };
  (try_as(dynamic_cast<const Types*>(&object)) || ...);
  return answer;
}

/// A law that does not set the rate comes to rest nowhere.
void take_bound(Prediction& prediction, RateBound bound) {
  if (bound == RateBound::none || !prediction.of_equilibrium) return;
  prediction.value = "-";
  prediction.alarming = false;
  prediction.meaning = bound == RateBound::source
                           ? "the source limits the rate: it sends less than the law allows, and leaves no queue"
                           : "the maximum limits the rate: the law would send more, and leaves no queue";
}

}  // namespace

std::vector<Prediction> predictions_of(const FixedRate&, const PathConditions&) {
  return {{"equilibrium delay", "none", "",
           "it ignores the path: where the link has less, the queue grows until packets are lost", false}};
}

std::vector<Prediction> predictions(const Tunable& algorithm, const PathConditions& path) {
  auto all =
      ask_as<Arc, Darc, FixedRate, Gcc, Gcc2016, GccSimple, Ldcc, Nada, Nada2013, Tfrc, Rmc, Rfc3448, TokenBucket>(
          algorithm, [&](const auto& known) { return predictions_of(known, path); });
  for (Prediction& prediction : all) take_bound(prediction, path.bound);
  return all;
}

DelayPrediction delay_prediction(const RateController& controller, const PathConditions& path) {
  return ask_as<Arc, Darc, Ldcc, Nada, Nada2013, Scream, ScreamV1>(
      controller, [&](const auto& known) { return delays_of(known, path); });
}

}  // namespace evenkeel
