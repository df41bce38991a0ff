#include "core/rtp/redundant_sound.h"

#include <algorithm>
#include <array>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"

namespace evenkeel {
namespace {

constexpr std::uint8_t another_follows = 0x80;
constexpr std::size_t max_blocks = 8;  // more than anybody sends: it bounds what one packet costs

struct Block {
  std::uint8_t type = 0;
  std::uint16_t age = 0;
  std::size_t size = 0;
};

}  // namespace

std::size_t write_redundant_sound(const RedundantSound& sound, std::uint8_t type, std::span<std::uint8_t> out) {
  const SoundCopy& copy = sound.copy;
  const std::size_t size = redundant_header_size + copy.bytes.size() + sound.primary.size();
  if (size > out.size() || copy.age > SoundCopy::max_age || copy.bytes.size() > SoundCopy::max_size) return 0;
  ByteWriter writer(out);
  writer.u8(another_follows | type);
  writer.u24(std::uint32_t{copy.age} << 10 | static_cast<std::uint32_t>(copy.bytes.size()));
  writer.u8(type);
  writer.bytes(copy.bytes);
  writer.bytes(sound.primary);
  return size;
}

std::optional<RedundantSound> parse_redundant_sound(std::span<const std::uint8_t> payload, std::uint8_t type) {
  ByteReader reader(payload);
  std::array<Block, max_blocks> blocks;
  std::size_t count = 0;
  std::uint8_t first = reader.u8();
  for (; (first & another_follows) != 0; first = reader.u8()) {
    if (count == max_blocks) return std::nullopt;
    const std::uint32_t rest = reader.u24();
    blocks[count++] = {static_cast<std::uint8_t>(first & 0x7F), static_cast<std::uint16_t>(rest >> 10),
                       rest & SoundCopy::max_size};
  }
  RedundantSound sound;
  for (const Block& block : std::span(blocks).first(count)) {
    const auto bytes = reader.bytes(block.size);
    if (block.type != type || bytes.empty()) continue;
    sound.copy = {bytes, block.age};
  }
  if (!reader.ok() || first != type) return std::nullopt;
  sound.primary = reader.rest();
  return sound;
}

}  // namespace evenkeel
