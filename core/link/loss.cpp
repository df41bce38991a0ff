#include "core/link/loss.h"

namespace evenkeel {

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
