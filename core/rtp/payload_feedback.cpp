#include "core/rtp/payload_feedback.h"

#include <algorithm>
#include <optional>

#include "core/base/byte_reader.h"
#include "core/rtp/remb_format.h"
#include "core/rtp/rtcp_format.h"

namespace evenkeel {
namespace {

namespace format = rtcp_format;

bool parse_picture_loss(std::span<const std::uint8_t> body, RtcpCompound& out) {
  ByteReader reader(body);
  PictureLossIndication pli;
  pli.sender_ssrc = reader.u32();
  pli.media_ssrc = reader.u32();
  out.picture_losses.push_back(pli);
  return reader.ok();
}

// RFC 5104, section 4.3.1.1: each entry has the SSRC of one stream. A repeated request counts again, like a repeated
// PLI: the sender limits key frames on demand.
bool parse_full_intra_request(std::span<const std::uint8_t> body, RtcpCompound& out) {
  ByteReader reader(body);
  PictureLossIndication request;
  request.sender_ssrc = reader.u32();
  reader.u32();
  if (reader.left() == 0) return false;
  while (reader.left() > 0) {
    request.media_ssrc = reader.u32();
    reader.u32();  // number of the request
    out.picture_losses.push_back(request);
  }
  return reader.ok();
}

// The list of SSRCs does not concern us: all that the peer receives of us shares one path.
bool parse_application_feedback(std::span<const std::uint8_t> body, RtcpCompound& out) {
  ByteReader reader(body);
  reader.u64();  // SSRCs of sender and media
  if (reader.u32() != format::remb_name) return ++out.unknown_packets, true;
  const std::size_t ssrcs = reader.u8();
  const std::uint64_t bps = decode_remb_rate(reader.u24());
  reader.bytes(ssrcs * 4);
  out.remb_bps = std::min(bps, out.remb_bps.value_or(bps));
  return reader.ok();
}

bool parse_slice_loss(std::span<const std::uint8_t> body, RtcpCompound& out) {
  if (!has_feedback_entries(body)) return false;
  ByteReader reader(body);
  SliceLoss loss;
  loss.sender_ssrc = reader.u32();
  loss.media_ssrc = reader.u32();
  while (reader.left() > 0) {
    loss.picture_id_low_6 = static_cast<std::uint8_t>(reader.u32() & format::slice_picture_id_mask);
    out.slice_losses.push_back(loss);
  }
  return reader.ok();
}

// The bit string as a number; nullopt if it is no picture id of VP8.
std::optional<std::uint16_t> read_picture_id(std::span<const std::uint8_t> bits, std::size_t unused_bits) {
  std::uint64_t value = 0;
  if (bits.size() > sizeof value) return std::nullopt;
  for (const std::uint8_t byte : bits) value = value << 8 | byte;
  value >>= unused_bits;
  if (value > format::picture_id_mask) return std::nullopt;
  return static_cast<std::uint16_t>(value);
}

// RFC 4585, section 6.3.3.2: the first byte counts the unused bits at the end.
bool parse_reference_selection(std::span<const std::uint8_t> body, RtcpCompound& out) {
  if (!has_feedback_entries(body)) return false;
  ByteReader reader(body);
  ReferenceSelection selection;
  selection.sender_ssrc = reader.u32();
  selection.media_ssrc = reader.u32();
  const std::size_t unused_bits = reader.u8();
  selection.payload_type = reader.u8() & 0x7F;
  if (unused_bits >= reader.left() * 8) return false;
  const std::size_t used_bytes = reader.left() - unused_bits / 8;
  const auto picture_id = read_picture_id(reader.rest().first(used_bytes), unused_bits % 8);
  if (!picture_id) return ++out.unknown_packets, true;
  selection.picture_id = *picture_id;
  out.reference_selections.push_back(selection);
  return true;
}

}  // namespace

bool parse_payload_feedback(std::uint8_t message_type, std::span<const std::uint8_t> body, RtcpCompound& out) {
  switch (message_type) {
    case format::picture_loss:
      return parse_picture_loss(body, out);
    case format::full_intra_request:
      return parse_full_intra_request(body, out);
    case format::slice_loss:
      return parse_slice_loss(body, out);
    case format::reference_selection:
      return parse_reference_selection(body, out);
    case format::application_feedback:
      return parse_application_feedback(body, out);
    default:
      return ++out.unknown_packets, true;
  }
}

}  // namespace evenkeel
