#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "core/base/endpoint.h"

namespace evenkeel {

/// Numbers the routes that packets on a link take, so that each packet carries a tag instead. There are as many as
/// `capacity`; the one that was used longest ago makes room for another.
class RouteTable {
 public:
  static constexpr std::size_t capacity = 64;

  /// `in_use`: whether a packet on the link has a tag, whose route then stays. nullopt: all are in use.
  template <class InUse>
  std::optional<std::uint32_t> tag_of(const Route& route, InUse in_use) {
    const auto end = entries_.begin() + static_cast<std::ptrdiff_t>(size_);
    const auto known = std::find_if(entries_.begin(), end, [&](const Entry& e) { return e.route == route; });
    const auto tag = known != end ? tag_at(known - entries_.begin()) : make_room(in_use);
    if (tag) entries_[*tag] = {route, ++uses_};
    return tag;
  }

  const Route& operator[](std::uint32_t tag) const { return entries_[tag].route; }

 private:
  struct Entry {
    Route route;
    std::uint64_t used = 0;  // the larger, the later
  };

  static std::optional<std::uint32_t> tag_at(std::ptrdiff_t index) { return static_cast<std::uint32_t>(index); }

  template <class InUse>
  std::optional<std::uint32_t> make_room(InUse in_use) {
    if (size_ < capacity) return static_cast<std::uint32_t>(size_++);
    std::array<std::uint32_t, capacity> tags;
    for (std::uint32_t i = 0; i < capacity; ++i) tags[i] = i;
    std::sort(tags.begin(), tags.end(), [&](auto a, auto b) { return entries_[a].used < entries_[b].used; });
    const auto free = std::find_if(tags.begin(), tags.end(), [&](std::uint32_t tag) { return !in_use(tag); });
    return free != tags.end() ? std::optional(*free) : std::nullopt;
  }

  std::array<Entry, capacity> entries_;
  std::size_t size_ = 0;
  std::uint64_t uses_ = 0;
};

}  // namespace evenkeel
