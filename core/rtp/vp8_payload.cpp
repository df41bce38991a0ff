#include "core/rtp/vp8_payload.h"

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"

namespace evenkeel {
namespace {

// First octet: X R N S R PID.
constexpr std::uint8_t x_bit = 0x80, n_bit = 0x20, s_bit = 0x10;
// Extended control bits: I L T K.
constexpr std::uint8_t i_bit = 0x80, l_bit = 0x40, t_bit = 0x20, k_bit = 0x10;
constexpr std::uint8_t m_bit = 0x80;  // of the picture id: 15 bits
constexpr std::uint8_t y_bit = 0x20;

void read_picture_id(ByteReader& reader, Vp8Descriptor& d) {
  const std::uint8_t first = reader.u8();
  d.picture_id_is_15_bit = (first & m_bit) != 0;
  d.picture_id = d.picture_id_is_15_bit ? static_cast<std::uint16_t>((first & 0x7F) << 8 | reader.u8()) : first;
}

void read_tid_and_keyidx(ByteReader& reader, std::uint8_t control, Vp8Descriptor& d) {
  const std::uint8_t octet = reader.u8();
  d.layer_sync = (octet & y_bit) != 0;
  if (control & t_bit) d.temporal_index = static_cast<std::uint8_t>(octet >> 6);
  if (control & k_bit) d.key_index = static_cast<std::uint8_t>(octet & 0x1F);
}

void read_extended(ByteReader& reader, Vp8Descriptor& d) {
  const std::uint8_t control = reader.u8();
  if (control & i_bit) read_picture_id(reader, d);
  if (control & l_bit) d.tl0_picture_index = reader.u8();
  if (control & (t_bit | k_bit)) read_tid_and_keyidx(reader, control, d);
}

std::uint8_t control_bits(const Vp8Descriptor& d) {
  int bits = 0;
  if (d.picture_id) bits |= i_bit;
  if (d.tl0_picture_index) bits |= l_bit | t_bit;  // L demands T
  if (d.temporal_index) bits |= t_bit;
  if (d.key_index) bits |= k_bit;
  return static_cast<std::uint8_t>(bits);
}

void write_extended(ByteWriter& writer, std::uint8_t control, const Vp8Descriptor& d) {
  writer.u8(control);
  if (d.picture_id) {
    if (d.picture_id_is_15_bit) {
      writer.u16(static_cast<std::uint16_t>(*d.picture_id | m_bit << 8));
    } else {
      writer.u8(static_cast<std::uint8_t>(*d.picture_id & 0x7F));
    }
  }
  if (d.tl0_picture_index) writer.u8(*d.tl0_picture_index);
  if (control & (t_bit | k_bit)) {
    writer.u8(static_cast<std::uint8_t>((d.temporal_index.value_or(0) & 0x03) << 6 | (d.layer_sync ? y_bit : 0) |
                                        (d.key_index.value_or(0) & 0x1F)));
  }
}

}  // namespace

std::optional<Vp8Payload> parse_vp8_payload(std::span<const std::uint8_t> payload) {
  ByteReader reader(payload);
  Vp8Payload result;
  const std::uint8_t first = reader.u8();
  result.descriptor.non_reference = (first & n_bit) != 0;
  result.descriptor.start_of_partition = (first & s_bit) != 0;
  result.descriptor.partition = first & 0x07;
  if (first & x_bit) read_extended(reader, result.descriptor);
  if (!reader.ok() || reader.left() == 0) return std::nullopt;
  result.data = reader.rest();
  return result;
}

std::size_t write_vp8_descriptor(const Vp8Descriptor& descriptor, std::span<std::uint8_t> out) {
  const std::uint8_t control = control_bits(descriptor);
  ByteWriter writer(out);
  writer.u8(static_cast<std::uint8_t>((control ? x_bit : 0) | (descriptor.non_reference ? n_bit : 0) |
                                      (descriptor.start_of_partition ? s_bit : 0) | (descriptor.partition & 0x07)));
  if (control) write_extended(writer, control, descriptor);
  return writer.ok() ? writer.size() : 0;
}

std::optional<bool> is_vp8_key_frame(std::span<const std::uint8_t> frame) {
  if (frame.empty()) return std::nullopt;
  return (frame[0] & 1) == 0;
}

// RFC 6386, section 9.1: 3 bytes of frame tag, the start code, then width and height of 14 bits each, little endian,
// with two bits of scale above them.
std::optional<Vp8Dimensions> vp8_key_frame_dimensions(std::span<const std::uint8_t> frame) {
  if (frame.size() < 10 || (frame[0] & 1) != 0) return std::nullopt;
  if (frame[3] != 0x9D || frame[4] != 0x01 || frame[5] != 0x2A) return std::nullopt;
  return Vp8Dimensions{frame[6] | (frame[7] & 0x3F) << 8, frame[8] | (frame[9] & 0x3F) << 8};
}

}  // namespace evenkeel
