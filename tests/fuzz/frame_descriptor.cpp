#include "core/rtp/frame_descriptor.h"

#include <algorithm>

#include "tests/fuzz/fuzz.h"

using namespace evenkeel;

// What is read names other frames only, can be written no longer than it came, and reads the same.
void fuzz(std::span<const std::uint8_t> input) {
  const auto dependency = decode_frame_descriptor(input);
  if (!dependency) return;
  require(dependency->references <= FrameDependency::max_references);
  require(std::ranges::all_of(dependency->distances_used(), [](auto distance) { return distance > 0; }));
  const auto bytes = encode_frame_descriptor(*dependency);
  require(bytes && bytes->size <= input.size());
  require(decode_frame_descriptor(bytes->used()) == dependency);
}
