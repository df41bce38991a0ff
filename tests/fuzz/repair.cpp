#include <algorithm>
#include <array>

#include "core/rtp/repair_decoder.h"
#include "core/rtp/repair_encoder.h"
#include "core/rtp/rtp_packet.h"
#include "tests/fuzz/fuzz.h"

using namespace evenkeel;

namespace {

constexpr std::uint32_t ssrc = 7;
constexpr std::uint8_t payload_type = 96;
constexpr int max_steps = 32;  // what one input may cost

void require_written(RepairEncoder& encoder, RepairRange range, std::uint16_t key, RepairDecoder& decoder,
                     std::int64_t highest) {
  std::array<std::uint8_t, repair_header_size + RepairSymbol::max_size> out;
  const std::size_t size = encoder.write(range, key, out);
  require(size == encoder.payload_size(range));
  if (size == 0) return;
  const auto payload = std::span(out).first(size);
  const auto repair = parse_repair(payload);
  require(repair && repair->range == range && repair->key == key);
  decoder.on_repair(payload, highest);
}

// What comes out are media packets of the stream.
void drain(RepairDecoder& decoder) {
  while (const auto recovered = decoder.poll()) {
    const auto packet = parse_rtp(recovered->bytes);
    require(packet && packet->header.ssrc == ssrc && packet->header.payload_type == payload_type);
    require(packet->header.sequence_number == static_cast<std::uint16_t>(recovered->sequence));
    require(recovered->bytes.size() <= RepairSymbol::max_packet);
  }
}

// The counts add up.
void require_sound(const RepairDecoder& decoder) {
  const RepairStats& stats = decoder.stats();
  require(stats.received == stats.used + stats.discarded);
  require(decoder.deficit() <= RepairSolver::max_unknowns);
}

}  // namespace

// A step: what to do, a number (from the one before on), a size, and bytes of a packet or a repair payload.
void fuzz(std::span<const std::uint8_t> input) {
  static RepairEncoder encoder;  // static: they are large
  static RepairDecoder decoder;
  encoder.start();
  decoder.start(ssrc, payload_type);
  std::int64_t number = 65'500;
  ByteReader reader(input);
  for (int step = 0; step < max_steps && reader.left() >= 3; ++step) {
    const std::uint8_t what = reader.u8();
    number += static_cast<std::int8_t>(reader.u8());
    const auto number16 = static_cast<std::uint16_t>(number);
    const std::size_t size = reader.u8() * (what & 8 ? 8u : 1u);
    const auto bytes = reader.bytes(what & 7 ? std::min(size, reader.left()) : 0);
    if (what & 1) encoder.on_media(number16, bytes);
    if (what & 2) decoder.on_media(number, bytes);
    if (what & 4) decoder.on_repair(bytes, number);
    if (what & 16) require_written(encoder, encoder.newest(size), what, decoder, number);
    if (what & 32) require_written(encoder, {number16, static_cast<std::uint8_t>(size)}, what, decoder, number);
    if (what == 0xFF) decoder.start(ssrc, payload_type);
    drain(decoder);
    if (what & 0x80) require_sound(decoder);
  }
  require_sound(decoder);
}
