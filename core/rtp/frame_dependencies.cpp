#include "core/rtp/frame_dependencies.h"

#include <algorithm>

namespace evenkeel {

void FrameDependencies::begin(std::uint16_t id) {
  newest_ = id;
  given_.reset();
  given_.set(slot(*newest_));
}

void FrameDependencies::join(std::uint16_t id) {
  newest_ = id;
  given_.set();
}

void FrameDependencies::on_given(std::uint16_t id) {
  const std::int64_t number = unwrap(id);
  for (std::int64_t passed = *newest_ + 1; passed < number; ++passed) given_.reset(slot(passed));
  newest_ = number;
  given_.set(slot(number));
}

bool FrameDependencies::can_follow(const FrameDependency& dependency) const {
  if (!newest_ || dependency.references == 0) return false;
  const std::int64_t id = unwrap(dependency.id);
  return id > *newest_ && std::ranges::all_of(dependency.distances_used(),
                                              [&](std::uint16_t distance) { return was_given(id - distance); });
}

std::optional<std::uint16_t> FrameDependencies::newest() const {
  if (!newest_) return std::nullopt;
  return static_cast<std::uint16_t>(*newest_);
}

// The nearest to the newest.
std::int64_t FrameDependencies::unwrap(std::uint16_t id) const {
  return *newest_ + static_cast<std::int16_t>(id - static_cast<std::uint16_t>(*newest_));
}

bool FrameDependencies::was_given(std::int64_t id) const {
  return id <= *newest_ && *newest_ - id < static_cast<std::int64_t>(remembered) && given_.test(slot(id));
}

}  // namespace evenkeel
