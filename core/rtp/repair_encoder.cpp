#include "core/rtp/repair_encoder.h"

#include <algorithm>
#include <array>

namespace evenkeel {

RepairEncoder::RepairEncoder() : packets_(RepairRange::max_count) {}

void RepairEncoder::on_media(std::uint16_t sequence_number, std::span<const std::uint8_t> packet) {
  if (sequence_number != next_sequence_number_) count_ = 0;
  next_sequence_number_ = static_cast<std::uint16_t>(sequence_number + 1);
  if (!packet_.set_packet(packet)) {
    count_ = 0;
    return;
  }
  packets_.put(next_++, packet_);
  count_ = std::min(count_ + 1, RepairRange::max_count);
}

RepairRange RepairEncoder::newest(std::size_t packets) const {
  const std::size_t count = std::min(packets, count_);
  return {static_cast<std::uint16_t>(next_sequence_number_ - count), static_cast<std::uint8_t>(count)};
}

std::size_t RepairEncoder::payload_size(RepairRange range) const {
  if (!holds(range)) return 0;
  std::size_t largest = 0;
  for (std::size_t i = 0; i < range.count; ++i) largest = std::max(largest, symbol(range, i).size());
  return repair_header_size + largest;
}

std::size_t RepairEncoder::write(RepairRange range, std::uint16_t key, std::span<std::uint8_t> out) {
  if (!holds(range)) return 0;
  std::array<std::uint8_t, RepairRange::max_count> coefficients;
  repair_coefficients(key, std::span(coefficients).first(range.count));
  sum_.clear();
  for (std::size_t i = 0; i < range.count; ++i) sum_.add_multiple(coefficients[i], symbol(range, i));
  return write_repair({range, key, sum_.bytes()}, out);
}

bool RepairEncoder::holds(RepairRange range) const {
  const auto back = static_cast<std::uint16_t>(next_sequence_number_ - range.base);  // from its begin to the newest
  return range.count >= 1 && range.count <= back && back <= count_;
}

const RepairSymbol& RepairEncoder::symbol(RepairRange range, std::size_t index) const {
  const auto back = static_cast<std::uint16_t>(next_sequence_number_ - range.base);
  return *packets_.find(next_ - back + static_cast<std::int64_t>(index));
}

}  // namespace evenkeel
