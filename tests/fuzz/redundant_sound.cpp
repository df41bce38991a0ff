#include "core/rtp/redundant_sound.h"

#include <algorithm>
#include <array>

#include "tests/fuzz/fuzz.h"

using namespace evenkeel;

// What is read lies within the input, and comes back the same once written.
void fuzz(std::span<const std::uint8_t> input) {
  if (input.empty()) return;
  const auto type = static_cast<std::uint8_t>(input[0] & 0x7F);
  const auto sound = parse_redundant_sound(input.subspan(1), type);
  if (!sound) return;
  require(sound->primary.size() + sound->copy.bytes.size() < input.size());
  require(sound->copy.age <= SoundCopy::max_age && sound->copy.bytes.size() <= SoundCopy::max_size);
  std::array<std::uint8_t, 4096> out;
  const std::size_t size = write_redundant_sound(*sound, type, out);
  require(size > 0 || input.size() > out.size() - 8);
  if (size == 0) return;
  const auto again = parse_redundant_sound(std::span(out).first(size), type);
  require(again && std::ranges::equal(again->primary, sound->primary));
  require(std::ranges::equal(again->copy.bytes, sound->copy.bytes));
}
