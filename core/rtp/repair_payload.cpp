#include "core/rtp/repair_payload.h"

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"
#include "core/rtp/repair_symbol.h"
#include "core/rtp/tiny_mt32.h"

namespace evenkeel {
namespace {

bool is_valid(const RepairPayload& repair) {
  return repair.range.count >= 1 && repair.range.count <= RepairRange::max_count &&
         repair.symbol.size() >= RepairSymbol::head_size && repair.symbol.size() <= RepairSymbol::max_size;
}

}  // namespace

std::size_t write_repair(const RepairPayload& repair, std::span<std::uint8_t> out) {
  if (!is_valid(repair)) return 0;
  ByteWriter writer(out);
  writer.u16(repair.range.base);
  writer.u8(repair.range.count);
  writer.u8(0);
  writer.u16(repair.key);
  writer.u16(static_cast<std::uint16_t>(repair.symbol.size()));
  writer.bytes(repair.symbol);
  return writer.ok() ? writer.size() : 0;
}

std::optional<RepairPayload> parse_repair(std::span<const std::uint8_t> payload) {
  ByteReader reader(payload);
  RepairPayload repair;
  repair.range.base = reader.u16();
  repair.range.count = reader.u8();
  const std::uint8_t reserved = reader.u8();
  repair.key = reader.u16();
  const std::size_t size = reader.u16();
  repair.symbol = reader.bytes(size);
  if (!reader.ok() || reserved != 0 || !is_valid(repair)) return std::nullopt;
  return repair;
}

void repair_coefficients(std::uint16_t key, std::span<std::uint8_t> out) {
  TinyMt32 random(key);
  for (auto& coefficient : out) {
    do coefficient = static_cast<std::uint8_t>(random.next());
    while (coefficient == 0);
  }
}

}  // namespace evenkeel
