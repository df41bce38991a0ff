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

bool LossProcess::judge(const GilbertElliottLoss& model) {
  if (chance_.happens(bad_ ? model.bad_to_good : model.good_to_bad)) bad_ = !bad_;
  return chance_.happens(bad_ ? model.loss_in_bad : model.loss_in_good);
}

Duration ReorderingProcess::next() {
  Duration extra{};
  if (reordering_.scatter > Duration::zero()) extra += from_seconds(chance_.draw() * to_seconds(reordering_.scatter));
  if (reordering_.late_share > 0 && chance_.happens(reordering_.late_share)) extra += reordering_.late_by;
  return extra;
}

}  // namespace evenkeel
