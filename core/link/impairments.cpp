#include "core/link/impairments.h"

#include <algorithm>
#include <cmath>

namespace evenkeel {

Duration Jitter::next() {
  if (sigma_ <= Duration::zero()) return Duration::zero();
  return from_seconds(std::min(std::abs(gaussian_(random_)), 3.0) * to_seconds(sigma_));
}

void LossProcess::set_model(const LossModel& model) {
  model_ = model;
  bad_ = false;
}

bool LossProcess::next() {
  return std::visit([this](const auto& model) { return judge(model); }, model_);
}

bool LossProcess::happens(double probability) {
  // The upper 53 bits, as a double in [0, 1): the same with every standard library, unlike its distributions.
  return static_cast<double>(random_() >> 11) * 0x1p-53 < probability;
}

bool LossProcess::judge(const GilbertElliottLoss& model) {
  if (happens(bad_ ? model.bad_to_good : model.good_to_bad)) bad_ = !bad_;
  return happens(bad_ ? model.loss_in_bad : model.loss_in_good);
}

}  // namespace evenkeel
