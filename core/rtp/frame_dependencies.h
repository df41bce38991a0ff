#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/frames/frame_dependency.h"
#include "core/rtp/frame_descriptor.h"

namespace evenkeel {

/// Which frames were given to the decoder, and whether it can decode another one: VP8 cannot go backwards, and each
/// frame that the new one refers to must have been given. It remembers as many frames as a descriptor can name, by ids
/// without wraps, and allocates nothing.
class FrameDependencies {
 public:
  /// A key frame; what was given before counts no longer.
  void begin(std::uint16_t id);
  /// A frame that is no key frame, but of whose predecessors none is missing. They had no descriptors.
  void join(std::uint16_t id);
  /// Any other frame, one that can_follow().
  void on_given(std::uint16_t id);

  /// For frames that are not key frames; ids up to half the numbers from the newest count as later.
  bool can_follow(const FrameDependency& dependency) const;
  /// Nullopt before the first frame.
  std::optional<std::uint16_t> newest() const;

  void clear() { newest_.reset(); }

 private:
  static constexpr std::size_t remembered = max_reference_distance + 1;

  static std::size_t slot(std::int64_t id) { return static_cast<std::uint64_t>(id) % remembered; }
  std::int64_t unwrap(std::uint16_t id) const;
  bool was_given(std::int64_t id) const;

  std::optional<std::int64_t> newest_;
  std::bitset<remembered> given_;  // of the newest and what goes before it
};

}  // namespace evenkeel
