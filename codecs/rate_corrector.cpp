#include "codecs/rate_corrector.h"

#include <algorithm>
#include <cmath>

namespace evenkeel {

void RateCorrector::on_frame(DataSize size, Duration interval, DataRate target, QuantizerBound bound) {
  const Duration granted = std::clamp(interval, Duration::zero(), config_.longest_interval);
  const double kept = std::exp(-to_seconds(granted) / to_seconds(config_.memory));
  excess_ = excess_ * kept + static_cast<double>(size.bits()) / target.bps() - to_seconds(granted);
  // Beyond the bound of the correction more of it would only delay the way back.
  const double most = config_.largest / config_.gain;
  excess_ = std::clamp(excess_, -most, most);
  // What plain content leaves unused is not to be made up for when it gets difficult, and what difficult content took
  // at the coarsest quantizer is past the encoder's power; the ladder deals with that.
  if (bound == QuantizerBound::finest) excess_ = std::max(excess_, 0.0);
  if (bound == QuantizerBound::coarsest) excess_ = std::min(excess_, most / 2);
}

DataRate RateCorrector::corrected(DataRate target) const { return target * (1 - config_.gain * excess_); }

}  // namespace evenkeel
