#include "core/session/sent_frames.h"

namespace evenkeel {

void SentFrames::on_frame(std::optional<std::uint16_t> id, std::uint32_t timestamp, bool important) {
  at(next_++) = {id, timestamp, important, 0, 0, {}};
}

const SentFrames::Frame* SentFrames::on_left(std::uint16_t number, std::uint32_t timestamp, DataSize size) {
  const std::int64_t unwrapped = unwrapper_.unwrap(number);
  for (std::size_t i = next_; i > oldest(); --i) {
    Frame& frame = at(i - 1);
    if (frame.timestamp != timestamp) continue;
    if (frame.packets++ == 0) frame.first = unwrapped;
    frame.size += size;
    return &frame;
  }
  return nullptr;
}

const SentFrames::Frame* SentFrames::find(std::uint16_t number) const {
  const std::int64_t unwrapped = unwrapper_.peek(number);
  for (std::size_t i = next_; i > oldest(); --i) {
    const Frame& frame = at(i - 1);
    if (frame.packets > 0 && unwrapped >= frame.first && unwrapped < frame.first + frame.packets) return &frame;
  }
  return nullptr;
}

std::optional<std::uint16_t> SentFrames::id_from_low_bits(std::uint16_t low, int bits) const {
  const auto mask = static_cast<std::uint16_t>((1 << bits) - 1);
  for (std::size_t i = next_; i > oldest(); --i) {
    const auto id = at(i - 1).id;
    if (id && (*id & mask) == (low & mask)) return id;
  }
  return std::nullopt;
}

}  // namespace evenkeel
