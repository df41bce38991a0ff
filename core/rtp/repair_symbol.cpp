#include "core/rtp/repair_symbol.h"

#include <algorithm>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"

namespace evenkeel {
namespace {

bool all_zero(std::span<const std::uint8_t> bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte == 0; });
}

}  // namespace

bool RepairSymbol::is_zero() const { return all_zero(bytes()); }

void RepairSymbol::clear() { end_at(0); }

bool RepairSymbol::set_packet(std::span<const std::uint8_t> packet) {
  if (packet.size() < rtp_header || packet.size() > max_packet) return false;
  const auto body = packet.subspan(rtp_header);
  ByteWriter writer(bytes_);
  writer.u16(static_cast<std::uint16_t>(body.size()));
  writer.bytes(packet.first(2));       // version and flags; marker and payload type
  writer.bytes(packet.subspan(4, 4));  // timestamp
  writer.bytes(body);
  end_at(writer.size());
  return true;
}

void RepairSymbol::set_bytes(std::span<const std::uint8_t> bytes) {
  const std::size_t size = std::min(bytes.size(), max_size);
  std::copy_n(bytes.begin(), size, bytes_.begin());
  end_at(size);
}

void RepairSymbol::add_multiple(std::uint8_t factor, const RepairSymbol& other) {
  const std::size_t blocks = (other.size_ + gf256_block - 1) / gf256_block;
  if (blocks > 0) gf256_add_multiple(bytes_.data(), factor, other.bytes_.data(), blocks * gf256_block);
  size_ = std::max(size_, other.size_);
}

std::size_t RepairSymbol::write_packet(std::uint16_t sequence_number, std::uint32_t ssrc,
                                       std::span<std::uint8_t> out) const {
  ByteReader reader(bytes());
  const std::size_t body_size = reader.u16();
  const auto flags_and_type = reader.bytes(2);
  const auto timestamp = reader.bytes(4);
  const auto body = reader.bytes(body_size);
  if (!reader.ok() || !all_zero(reader.rest())) return 0;
  ByteWriter writer(out);
  writer.bytes(flags_and_type);
  writer.u16(sequence_number);
  writer.bytes(timestamp);
  writer.u32(ssrc);
  writer.bytes(body);
  return writer.ok() ? writer.size() : 0;
}

void RepairSymbol::end_at(std::size_t size) {
  size_ = size;
  std::fill(bytes_.begin() + static_cast<std::ptrdiff_t>(size), bytes_.end(), std::uint8_t{0});
}

}  // namespace evenkeel
