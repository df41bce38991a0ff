#include "core/rtp/retransmission_packet.h"

#include <optional>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"
#include "core/rtp/rtp_packet.h"

namespace evenkeel {
namespace {

constexpr std::uint8_t marker_bit = 0x80;
constexpr std::size_t changed_size = 12;  // the fixed header

// The header with CSRCs and extensions, whatever they are, and the payload without padding.
struct Parts {
  std::span<const std::uint8_t> header;
  std::span<const std::uint8_t> payload;
};

std::optional<Parts> parts_of(std::span<const std::uint8_t> datagram) {
  const auto packet = parse_rtp(datagram);
  if (!packet) return std::nullopt;
  const auto header_size = static_cast<std::size_t>(packet->payload.data() - datagram.data());
  return Parts{datagram.first(header_size), packet->payload};
}

// What two streams' packets of the same content differ in.
struct Identity {
  std::uint8_t payload_type = 0;
  std::uint16_t sequence_number = 0;
  std::uint32_t ssrc = 0;
};

void write_header(std::span<const std::uint8_t> header, const Identity& identity, ByteWriter& writer) {
  writer.u8(static_cast<std::uint8_t>(header[0] & ~rtp_padding_bit));
  writer.u8(static_cast<std::uint8_t>((header[1] & marker_bit) | (identity.payload_type & ~marker_bit)));
  writer.u16(identity.sequence_number);
  writer.bytes(header.subspan(4, 4));  // the timestamp
  writer.u32(identity.ssrc);
  writer.bytes(header.subspan(changed_size));
}

}  // namespace

std::size_t write_retransmission(std::span<const std::uint8_t> original, std::uint32_t ssrc, std::uint8_t payload_type,
                                 std::span<std::uint8_t> out) {
  const auto parts = parts_of(original);
  if (!parts) return 0;
  ByteWriter writer(out);
  write_header(parts->header, {payload_type, 0, ssrc}, writer);
  writer.bytes(parts->header.subspan(2, original_number_size));
  writer.bytes(parts->payload);
  return writer.ok() ? writer.size() : 0;
}

std::size_t restore_original(std::span<const std::uint8_t> retransmission, std::uint32_t media_ssrc,
                             std::uint8_t media_payload_type, std::span<std::uint8_t> out) {
  const auto parts = parts_of(retransmission);
  if (!parts || parts->payload.size() < original_number_size) return 0;
  const std::uint16_t original_number = ByteReader(parts->payload).u16();
  ByteWriter writer(out);
  write_header(parts->header, {media_payload_type, original_number, media_ssrc}, writer);
  writer.bytes(parts->payload.subspan(original_number_size));
  return writer.ok() ? writer.size() : 0;
}

}  // namespace evenkeel
