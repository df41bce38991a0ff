#include <algorithm>
#include <string_view>

#include "core/base/byte_reader.h"
#include "core/rtp/ccfb_format.h"
#include "core/rtp/payload_feedback.h"
#include "core/rtp/rtcp.h"
#include "core/rtp/rtcp_format.h"
#include "core/rtp/transport_wide_format.h"

namespace evenkeel {
namespace {

namespace format = rtcp_format;

struct RtcpPacketView {
  std::uint8_t count = 0;  // or the feedback message type
  std::uint8_t type = 0;
  std::span<const std::uint8_t> body;  // without the first word, and without padding
};

// Transport-wide feedback is padded in every place and by single bytes: its draft has no other way to a word's end.
bool may_be_padded(const RtcpPacketView& packet, std::size_t padding, bool last) {
  if (packet.type == format::transport_feedback && packet.count == format::transport_wide_feedback) return true;
  return last && padding % 4 == 0;
}

// RFC 3550, A.2: version 2, the length within the datagram, padding in the last packet only.
std::optional<RtcpPacketView> next_packet(ByteReader& reader) {
  const std::uint8_t first = reader.u8();
  const std::uint8_t type = reader.u8();
  const std::size_t size = std::size_t{reader.u16()} * 4;
  RtcpPacketView packet{static_cast<std::uint8_t>(first & 0x1F), type, reader.bytes(size)};
  if (!reader.ok() || first >> 6 != 2) return std::nullopt;
  if (first & format::padding_bit) {
    const std::size_t padding = packet.body.empty() ? 0 : packet.body.back();
    if (padding == 0 || padding > packet.body.size()) return std::nullopt;
    if (!may_be_padded(packet, padding, reader.left() == 0)) return std::nullopt;
    packet.body = packet.body.first(packet.body.size() - padding);
  }
  return packet;
}

std::string to_string(std::span<const std::uint8_t> bytes) { return {bytes.begin(), bytes.end()}; }

// 24 bits in two's complement.
std::int32_t read_cumulative_lost(ByteReader& reader) {
  const auto value = static_cast<std::int32_t>(reader.u24());
  return value >= 0x80'0000 ? value - 0x100'0000 : value;
}

ReportBlock read_report_block(ByteReader& reader) {
  ReportBlock block;
  block.ssrc = reader.u32();
  block.fraction_lost = reader.u8();
  block.cumulative_lost = read_cumulative_lost(reader);
  block.extended_highest_sequence = reader.u32();
  block.jitter = reader.u32();
  block.last_sr = reader.u32();
  block.delay_since_last_sr = reader.u32();
  return block;
}

SenderInfo read_sender_info(ByteReader& reader) {
  SenderInfo info;
  info.ntp = reader.u64();
  info.rtp_timestamp = reader.u32();
  info.packet_count = reader.u32();
  info.octet_count = reader.u32();
  return info;
}

// What stands behind the blocks is an extension of a profile that we do not know (section 6.4.3).
bool parse_report(const RtcpPacketView& packet, RtcpCompound& out) {
  ByteReader reader(packet.body);
  out.sender_ssrc = reader.u32();
  if (packet.type == format::sender_report) out.sender_reports.push_back({out.sender_ssrc, read_sender_info(reader)});
  for (std::size_t i = 0; i < packet.count; ++i) out.reports.push_back(read_report_block(reader));
  return reader.ok();
}

// The place of a text that is the first of its kind.
std::string* private_text(std::string_view prefix, RtcpCompound& out) {
  std::string* text = nullptr;
  if (prefix == format::clock_prefix) text = &out.clock_id;
  if (prefix == format::token_prefix) text = &out.token;
  if (prefix == format::echo_prefix) text = &out.echo;
  if (prefix == format::features_prefix) text = &out.features;
  return text != nullptr && text->empty() ? text : nullptr;
}

// Anything else is nobody's word for it.
std::optional<bool> read_flag(std::span<const std::uint8_t> value) {
  if (value.size() != 1 || (value[0] != '0' && value[0] != '1')) return std::nullopt;
  return value[0] == '1';
}

void parse_private_item(std::span<const std::uint8_t> item, RtcpCompound& out) {
  ByteReader reader(item);
  const std::size_t prefix_size = reader.u8();
  const auto prefix = reader.bytes(prefix_size);
  if (!reader.ok()) return;
  const std::string name = to_string(prefix);
  if (name == format::muted_prefix && !out.sound_muted) out.sound_muted = read_flag(reader.rest());
  if (name == format::recording_prefix && !out.records) out.records = read_flag(reader.rest());
  if (name == format::screen_prefix && !out.shows_screen) out.shows_screen = read_flag(reader.rest());
  if (std::string* text = private_text(name, out)) *text = to_string(reader.rest());
}

// A chunk's items end with a zero, which is repeated up to the next 32-bit boundary.
bool parse_chunk(ByteReader& reader, RtcpCompound& out) {
  reader.u32();  // SSRC
  while (reader.ok()) {
    const std::uint8_t type = reader.u8();
    if (type == format::end_item) break;
    const std::size_t size = reader.u8();
    const auto item = reader.bytes(size);
    if (!reader.ok()) return false;
    if (type == format::cname_item && out.cname.empty()) out.cname = to_string(item);
    if (type == format::private_item) parse_private_item(item, out);
  }
  reader.bytes(reader.left() % 4);
  return reader.ok();
}

bool parse_source_description(const RtcpPacketView& packet, RtcpCompound& out) {
  ByteReader reader(packet.body);
  for (std::size_t i = 0; i < packet.count; ++i) {
    if (!parse_chunk(reader, out)) return false;
  }
  return true;
}

// The reason for leaving is of no use to us.
bool parse_bye(const RtcpPacketView& packet, RtcpCompound& out) {
  ByteReader reader(packet.body);
  for (std::size_t i = 0; i < packet.count; ++i) out.byes.push_back(reader.u32());
  return reader.ok();
}

void read_nack_entry(ByteReader& reader, std::vector<std::uint16_t>& numbers) {
  const std::uint16_t packet_id = reader.u16();
  const std::uint16_t followers = reader.u16();
  numbers.push_back(packet_id);
  for (int i = 0; i < format::followers_of_packet_id; ++i) {
    if (followers >> i & 1) numbers.push_back(static_cast<std::uint16_t>(packet_id + i + 1));
  }
}

bool parse_nack(std::span<const std::uint8_t> body, Nack& out) {
  if (!has_feedback_entries(body)) return false;
  ByteReader reader(body);
  out.sender_ssrc = reader.u32();
  out.media_ssrc = reader.u32();
  out.sequence_numbers.clear();
  while (reader.left() > 0) read_nack_entry(reader, out.sequence_numbers);
  return reader.ok();
}

void read_reference_answers(std::uint32_t sender_ssrc, ByteReader& reader, RtcpCompound& out) {
  while (reader.left() > 0) {
    ReferenceTimeAnswer answer;
    answer.sender_ssrc = sender_ssrc;
    answer.receiver_ssrc = reader.u32();
    answer.last_rr = reader.u32();
    answer.delay_since_last_rr = reader.u32();
    out.reference_time_answers.push_back(answer);
  }
}

// RFC 3611, section 3: blocks of types that we do not know are passed over, and so are those of a wrong length.
bool parse_extended_report(const RtcpPacketView& packet, RtcpCompound& out) {
  ByteReader reader(packet.body);
  const std::uint32_t sender_ssrc = reader.u32();
  while (reader.left() > 0) {
    const std::uint8_t type = reader.u8();
    reader.u8();  // of no use to the blocks that we know
    const std::size_t words = reader.u16();
    ByteReader block(reader.bytes(words * 4));
    if (!reader.ok()) return false;
    if (type == format::reference_time_block && words == format::reference_time_words) {
      if (!out.reference_time) out.reference_time = {sender_ssrc, block.u64()};
    } else if (type == format::reference_answer_block && words % format::reference_answer_words == 0) {
      read_reference_answers(sender_ssrc, block, out);
    }
  }
  return reader.ok();
}

class CompoundParser {
 public:
  explicit CompoundParser(RtcpCompound& out) : out_(out) { clear(); }

  bool parse(std::span<const std::uint8_t> datagram) {
    ByteReader reader(datagram);
    bool first = true;
    do {
      const auto packet = next_packet(reader);
      if (!packet) return false;
      const bool report = packet->type == format::sender_report || packet->type == format::receiver_report;
      if (first && !report && !begins_reduced(*packet)) return false;
      if (!(report ? parse_any_report(*packet, first) : parse_other(*packet))) return false;
      first = false;
    } while (reader.left() > 0);
    out_.feedbacks.resize(feedback_count_);
    out_.nacks.resize(nack_count_);
    out_.transport_wide_feedbacks.resize(transport_wide_count_);
    return true;
  }

 private:
  // Feedback that stands alone (RFC 5506): it says whose it is as well.
  bool begins_reduced(const RtcpPacketView& packet) {
    if (packet.type != format::transport_feedback && packet.type != format::payload_feedback) return false;
    ByteReader reader(packet.body);
    out_.sender_ssrc = reader.u32();
    return reader.ok();
  }

  // All but the feedbacks and NACKs, whose inner memory is worth keeping.
  void clear() {
    forget_spacious_arrivals();
    out_.remb_bps.reset();
    out_.sender_reports.clear();
    out_.reports.clear();
    out_.cname.clear();
    out_.clock_id.clear();
    out_.token.clear();
    out_.echo.clear();
    out_.features.clear();
    out_.sound_muted.reset();
    out_.records.reset();
    out_.shows_screen.reset();
    out_.picture_losses.clear();
    out_.slice_losses.clear();
    out_.reference_selections.clear();
    out_.reference_time.reset();
    out_.reference_time_answers.clear();
    out_.byes.clear();
    out_.unknown_packets = 0;
  }

  // A message of few bytes may take much memory: without this each place in the list could come to keep as much.
  void forget_spacious_arrivals() {
    std::size_t kept = 0;
    for (const auto& feedback : out_.transport_wide_feedbacks) kept += feedback.arrivals.capacity();
    if (kept > format::max_transport_wide_arrivals) out_.transport_wide_feedbacks.clear();
  }

  bool parse_any_report(const RtcpPacketView& packet, bool first) {
    const auto ssrc = out_.sender_ssrc;
    const bool good = parse_report(packet, out_);
    if (!first) out_.sender_ssrc = ssrc;
    return good;
  }

  bool parse_other(const RtcpPacketView& packet) {
    switch (packet.type) {
      case format::source_description:
        return parse_source_description(packet, out_);
      case format::bye:
        return parse_bye(packet, out_);
      case format::extended_report:
        return parse_extended_report(packet, out_);
      case format::payload_feedback:
        return parse_payload_feedback(packet.count, packet.body, out_);
      case format::transport_feedback:
        if (packet.count == format::congestion_feedback) return parse_feedback(packet);
        if (packet.count == format::generic_nack) return parse_next_nack(packet);
        if (packet.count == format::transport_wide_feedback) return parse_transport_wide(packet);
        break;
      default:
        break;
    }
    return pass_over();
  }

  bool pass_over() {
    ++out_.unknown_packets;
    return true;
  }

  bool parse_next_nack(const RtcpPacketView& packet) {
    if (nack_count_ == out_.nacks.size()) out_.nacks.emplace_back();
    return parse_nack(packet.body, out_.nacks[nack_count_++]);
  }

  bool parse_feedback(const RtcpPacketView& packet) {
    if (feedback_count_ == out_.feedbacks.size()) out_.feedbacks.emplace_back();
    return parse_congestion_feedback(packet.body, out_.feedbacks[feedback_count_++]);
  }

  // One that cannot be read takes no others of the datagram with it: the format is a draft's.
  bool parse_transport_wide(const RtcpPacketView& packet) {
    auto& messages = out_.transport_wide_feedbacks;
    if (transport_wide_count_ == messages.size()) messages.emplace_back();
    auto& feedback = messages[transport_wide_count_];
    if (!parse_transport_wide_feedback(packet.body, arrivals_left_, feedback)) return pass_over();
    ++transport_wide_count_;
    arrivals_left_ -= feedback.arrivals.size();
    return true;
  }

  RtcpCompound& out_;
  std::size_t feedback_count_ = 0;
  std::size_t nack_count_ = 0;
  std::size_t transport_wide_count_ = 0;
  std::size_t arrivals_left_ = format::max_transport_wide_arrivals;
};

}  // namespace

bool parse_rtcp(std::span<const std::uint8_t> datagram, RtcpCompound& out) {
  return CompoundParser(out).parse(datagram);
}

}  // namespace evenkeel
