#pragma once

#include <vector>

#include "core/link/link.h"

namespace evenkeel {

constexpr LocalTime kLinkStart(50h);

inline LinkConfig link_of(Capacity capacity, Duration delay = 0ms) {
  LinkConfig config;
  config.capacity = std::move(capacity);
  config.propagation_delay = delay;
  config.buffer = bytes(1'000'000'000'000);
  return config;
}

inline LinkConfig link_of(DataRate rate, Duration delay = 0ms) { return link_of(Capacity::constant(rate), delay); }

inline int push(Link& link, DataSize size, Duration at, int count = 1) {
  int accepted = 0;
  for (int i = 0; i < count; ++i) accepted += link.push({size, static_cast<std::uint32_t>(i)}, kLinkStart + at);
  return accepted;
}

/// Since the start of the link.
inline std::vector<Duration> deliveries_by(Link& link, Duration at) {
  std::vector<Duration> times;
  while (auto delivery = link.poll(kLinkStart + at)) times.push_back(delivery->at - kLinkStart);
  return times;
}

}  // namespace evenkeel
