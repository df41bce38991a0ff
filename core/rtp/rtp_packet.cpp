#include "core/rtp/rtp_packet.h"

#include <algorithm>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"

namespace evenkeel {
namespace {

constexpr std::uint8_t version_2 = 0x80;
constexpr std::uint8_t extension_bit = 0x10;
constexpr std::size_t fixed_header_size = 12;

// RFC 8285, sections 4.2 and 4.3.
constexpr std::uint16_t one_byte_profile = 0xBEDE;
constexpr std::uint16_t two_byte_profile = 0x1000;  // the low four bits are the application's
constexpr std::uint8_t reserved_one_byte_id = 15;

bool is_two_byte_profile(std::uint16_t profile) { return (profile & 0xFFF0) == two_byte_profile; }

// Nothing at the end of the elements. Id 0 is padding.
std::optional<RtpExtension> read_one_byte_element(ByteReader& reader) {
  const std::uint8_t head = reader.u8();
  const auto id = static_cast<std::uint8_t>(head >> 4);
  if (head == 0) return RtpExtension{};
  if (id == 0 || id == reserved_one_byte_id) return std::nullopt;  // both end the whole extension
  return RtpExtension{id, reader.bytes((head & 0x0Fu) + 1u)};
}

std::optional<RtpExtension> read_two_byte_element(ByteReader& reader) {
  const std::uint8_t id = reader.u8();
  if (id == 0) return RtpExtension{};
  const std::size_t length = reader.u8();
  return RtpExtension{id, reader.bytes(length)};
}

// An element that reaches over the end of the extension ends it; the packet's payload is sound all the same.
void read_elements(std::uint16_t profile, std::span<const std::uint8_t> data, RtpPacketView& packet) {
  if (profile != one_byte_profile && !is_two_byte_profile(profile)) return;
  ByteReader reader(data);
  while (reader.left() > 0 && packet.extension_count < RtpPacketView::max_extensions) {
    const auto element = profile == one_byte_profile ? read_one_byte_element(reader) : read_two_byte_element(reader);
    if (!element || !reader.ok()) return;
    if (element->id != 0) packet.extensions[packet.extension_count++] = *element;
  }
}

// RFC 3550, section 5.1: the last byte counts the padding, itself included.
std::optional<std::span<const std::uint8_t>> without_padding(std::span<const std::uint8_t> payload) {
  if (payload.empty() || payload.back() == 0 || payload.back() > payload.size()) return std::nullopt;
  return payload.first(payload.size() - payload.back());
}

bool fits_one_byte_form(const RtpExtension& e) {
  return e.id < reserved_one_byte_id && !e.data.empty() && e.data.size() <= 16;
}

bool is_valid(const RtpExtension& e) { return e.id != 0 && e.data.size() <= 255; }

bool all_fit_one_byte_form(std::span<const RtpExtension> extensions) {
  return std::all_of(extensions.begin(), extensions.end(), fits_one_byte_form);
}

std::size_t elements_words(std::span<const RtpExtension> extensions) {
  const std::size_t head = all_fit_one_byte_form(extensions) ? 1 : 2;
  std::size_t size = 0;
  for (const auto& e : extensions) size += head + e.data.size();
  return (size + 3) / 4;
}

void write_extensions(std::span<const RtpExtension> extensions, ByteWriter& writer) {
  const bool one_byte = all_fit_one_byte_form(extensions);
  writer.u16(one_byte ? one_byte_profile : two_byte_profile);
  writer.u16(static_cast<std::uint16_t>(elements_words(extensions)));
  for (const auto& e : extensions) {
    if (one_byte) {
      writer.u8(static_cast<std::uint8_t>(e.id << 4 | static_cast<int>(e.data.size() - 1)));
    } else {
      writer.u8(e.id);
      writer.u8(static_cast<std::uint8_t>(e.data.size()));
    }
    writer.bytes(e.data);
  }
  writer.pad();
}

}  // namespace

std::optional<std::span<const std::uint8_t>> RtpPacketView::extension(std::uint8_t id) const {
  for (std::size_t i = 0; i < extension_count; ++i) {
    if (extensions[i].id == id) return extensions[i].data;
  }
  return std::nullopt;
}

std::optional<RtpPacketView> parse_rtp(std::span<const std::uint8_t> datagram) {
  ByteReader reader(datagram);
  RtpPacketView packet;
  const std::uint8_t flags = reader.u8();
  const std::uint8_t marker_and_type = reader.u8();
  packet.header.marker = (marker_and_type & 0x80) != 0;
  packet.header.payload_type = marker_and_type & 0x7F;
  packet.header.sequence_number = reader.u16();
  packet.header.timestamp = reader.u32();
  packet.header.ssrc = reader.u32();
  reader.bytes((flags & 0x0Fu) * 4u);  // CSRCs
  if (flags & extension_bit) {
    const std::uint16_t profile = reader.u16();
    const std::size_t words = reader.u16();
    read_elements(profile, reader.bytes(words * 4), packet);
  }
  if (!reader.ok() || (flags & 0xC0) != version_2) return std::nullopt;
  packet.payload = reader.rest();
  if (flags & rtp_padding_bit) {
    const auto payload = without_padding(packet.payload);
    if (!payload) return std::nullopt;
    packet.payload = *payload;
  }
  return packet;
}

std::size_t rtp_header_size(std::span<const RtpExtension> extensions) {
  return extensions.empty() ? fixed_header_size : fixed_header_size + 4 + 4 * elements_words(extensions);
}

std::size_t write_rtp_header(const RtpHeader& header, std::span<const RtpExtension> extensions,
                             std::span<std::uint8_t> out) {
  if (!std::all_of(extensions.begin(), extensions.end(), is_valid)) return 0;
  ByteWriter writer(out);
  writer.u8(extensions.empty() ? version_2 : version_2 | extension_bit);
  writer.u8(static_cast<std::uint8_t>((header.marker ? 0x80 : 0) | (header.payload_type & 0x7F)));
  writer.u16(header.sequence_number);
  writer.u32(header.timestamp);
  writer.u32(header.ssrc);
  if (!extensions.empty()) write_extensions(extensions, writer);
  return writer.ok() ? writer.size() : 0;
}

bool is_rtcp(std::span<const std::uint8_t> datagram) {
  return datagram.size() >= 2 && (datagram[0] & 0xC0) == version_2 && datagram[1] >= 192 && datagram[1] <= 223;
}

}  // namespace evenkeel
