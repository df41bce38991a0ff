#include "core/rtp/sequence_filter.h"

#include <algorithm>

namespace evenkeel {

std::optional<std::int64_t> SequenceFilter::accept(std::uint16_t number) {
  restarted_ = false;
  if (!highest_) return highest_ = number;
  const auto forward = static_cast<std::uint16_t>(number - static_cast<std::uint16_t>(*highest_));
  const auto step = static_cast<std::int16_t>(forward);
  if (step >= -max_jump && step <= max_jump) {
    after_jump_.reset();
    const std::int64_t sequence = *highest_ + step;
    highest_ = std::max(*highest_, sequence);
    return sequence;
  }
  restarted_ = after_jump_ == number;
  after_jump_ = static_cast<std::uint16_t>(number + 1);
  if (!restarted_) return std::nullopt;
  after_jump_.reset();
  return highest_ = *highest_ + forward;
}

std::optional<TrackedSequence> SequenceFilter::track(std::uint16_t number) {
  const auto before = highest_;
  const auto sequence = accept(number);
  if (!sequence) return std::nullopt;
  const bool begins = !before || restarted_;
  const std::int64_t skipped = begins ? 0 : std::max<std::int64_t>(*sequence - *before - 1, 0);
  return TrackedSequence{*sequence, *highest_, begins, restarted_, skipped};
}

}  // namespace evenkeel
