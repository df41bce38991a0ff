#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/byte_writer.h"
#include "core/rtp/ccfb_format.h"
#include "core/rtp/remb_format.h"
#include "core/rtp/rtcp.h"
#include "core/rtp/rtcp_format.h"
#include "core/rtp/transport_wide_format.h"

namespace evenkeel {
namespace {

namespace format = rtcp_format;

// The first word; its length is filled in by finish().
void start(ByteWriter& writer, std::uint8_t type, std::size_t count) {
  writer.u8(static_cast<std::uint8_t>(0x80 | count));
  writer.u8(type);
  writer.u16(0);
}

// Of an extended report (RFC 3611, section 3).
void start_block(ByteWriter& writer, std::uint8_t type, std::uint16_t words) {
  writer.u8(type);
  writer.u8(0);
  writer.u16(words);
}

void write_report_block(ByteWriter& writer, const ReportBlock& block) {
  writer.u32(block.ssrc);
  writer.u8(block.fraction_lost);
  writer.u24(static_cast<std::uint32_t>(std::clamp(block.cumulative_lost, -0x80'0000, 0x7F'FFFF)));
  writer.u32(block.extended_highest_sequence);
  writer.u32(block.jitter);
  writer.u32(block.last_sr);
  writer.u32(block.delay_since_last_sr);
}

void write_text(ByteWriter& writer, std::string_view text) {
  for (const char c : text) writer.u8(static_cast<std::uint8_t>(c));
}

struct PrivateItem {
  std::string_view prefix;
  std::string_view value;
};

bool fits(const PrivateItem& item) { return item.value.size() <= format::max_item_size - 1 - item.prefix.size(); }

void write_private_item(ByteWriter& writer, const PrivateItem& item) {
  if (item.value.empty()) return;
  const auto& [prefix, value] = item;
  writer.u8(format::private_item);
  writer.u8(static_cast<std::uint8_t>(1 + prefix.size() + value.size()));
  writer.u8(static_cast<std::uint8_t>(prefix.size()));
  write_text(writer, prefix);
  write_text(writer, value);
}

void write_metric(ByteWriter& writer, const ArrivalMetric& metric) {
  if (!metric.received) return writer.u16(0);
  const std::uint16_t offset = encode_arrival_offset(metric.arrival_before_report);
  writer.u16(static_cast<std::uint16_t>(0x8000 | (metric.ecn & 0x03) << 13 | offset));
}

void write_stream(ByteWriter& writer, const StreamFeedback& stream) {
  writer.u32(stream.ssrc);
  writer.u16(stream.begin_sequence);
  writer.u16(static_cast<std::uint16_t>(stream.metrics.size()));
  for (const auto& metric : stream.metrics) write_metric(writer, metric);
  writer.pad();
}

// How many of the numbers one entry holds: its packet id, and those of the 16 that follow it, as long as they ascend.
std::size_t entry_length(std::span<const std::uint16_t> numbers) {
  int before = 0;
  std::size_t length = 1;
  for (; length < numbers.size(); ++length) {
    const int behind = static_cast<std::uint16_t>(numbers[length] - numbers[0]);
    if (behind <= before || behind > format::followers_of_packet_id) break;
    before = behind;
  }
  return length;
}

void write_nack_entry(ByteWriter& writer, std::span<const std::uint16_t> numbers) {
  unsigned followers = 0;
  for (const std::uint16_t number : numbers.subspan(1)) {
    followers |= 1u << (static_cast<std::uint16_t>(number - numbers[0]) - 1);
  }
  writer.u16(numbers[0]);
  writer.u16(static_cast<std::uint16_t>(followers));
}

bool can_be_written(const StreamFeedback& stream) { return stream.metrics.size() <= format::max_metrics_of_stream; }

// Fills in the length of the packet in words less one (RFC 3550, section 6.4.1). Returns its size, or 0 where it did
// not fit.
std::size_t finish(const ByteWriter& writer, std::span<std::uint8_t> out) {
  if (!writer.ok() || writer.size() / 4 > 0x1'0000) return 0;
  const std::size_t words = writer.size() / 4 - 1;
  out[2] = static_cast<std::uint8_t>(words >> 8);
  out[3] = static_cast<std::uint8_t>(words);
  return writer.size();
}

}  // namespace

bool RtcpWriter::sender_report(std::uint32_t ssrc, const SenderInfo& info, std::span<const ReportBlock> blocks) {
  if (blocks.size() > format::max_count) return false;
  ByteWriter writer(free());
  start(writer, format::sender_report, blocks.size());
  writer.u32(ssrc);
  writer.u64(info.ntp);
  writer.u32(info.rtp_timestamp);
  writer.u32(info.packet_count);
  writer.u32(info.octet_count);
  for (const auto& block : blocks) write_report_block(writer, block);
  return commit(finish(writer, free()));
}

bool RtcpWriter::receiver_report(std::uint32_t ssrc, std::span<const ReportBlock> blocks) {
  if (blocks.size() > format::max_count) return false;
  ByteWriter writer(free());
  start(writer, format::receiver_report, blocks.size());
  writer.u32(ssrc);
  for (const auto& block : blocks) write_report_block(writer, block);
  return commit(finish(writer, free()));
}

bool RtcpWriter::source_description(std::uint32_t ssrc, std::string_view cname, std::string_view clock_id,
                                    const AddressProof& proof, std::string_view features, std::string_view muted,
                                    std::string_view recording, std::string_view screen) {
  const std::array<PrivateItem, 7> items{{{format::clock_prefix, clock_id},
                                          {format::token_prefix, proof.token},
                                          {format::echo_prefix, proof.echo},
                                          {format::features_prefix, features},
                                          {format::muted_prefix, muted},
                                          {format::recording_prefix, recording},
                                          {format::screen_prefix, screen}}};
  if (cname.size() > format::max_item_size) return false;
  if (!std::all_of(items.begin(), items.end(), fits)) return false;
  ByteWriter writer(free());
  start(writer, format::source_description, 1);
  writer.u32(ssrc);
  writer.u8(format::cname_item);
  writer.u8(static_cast<std::uint8_t>(cname.size()));
  write_text(writer, cname);
  for (const PrivateItem& item : items) write_private_item(writer, item);
  writer.u8(format::end_item);
  writer.pad();
  return commit(finish(writer, free()));
}

bool RtcpWriter::picture_loss(const PictureLossIndication& pli) {
  ByteWriter writer(free());
  start(writer, format::payload_feedback, format::picture_loss);
  writer.u32(pli.sender_ssrc);
  writer.u32(pli.media_ssrc);
  return commit(finish(writer, free()));
}

bool RtcpWriter::nack(const Nack& nack) {
  std::span<const std::uint16_t> numbers = nack.sequence_numbers;
  if (numbers.empty()) return false;
  ByteWriter writer(free());
  start(writer, format::transport_feedback, format::generic_nack);
  writer.u32(nack.sender_ssrc);
  writer.u32(nack.media_ssrc);
  while (!numbers.empty()) {
    const std::size_t length = entry_length(numbers);
    write_nack_entry(writer, numbers.first(length));
    numbers = numbers.subspan(length);
  }
  return commit(finish(writer, free()));
}

bool RtcpWriter::slice_loss(const SliceLoss& loss) {
  ByteWriter writer(free());
  start(writer, format::payload_feedback, format::slice_loss);
  writer.u32(loss.sender_ssrc);
  writer.u32(loss.media_ssrc);
  writer.u32(format::all_macroblocks << 6 | (loss.picture_id_low_6 & format::slice_picture_id_mask));
  return commit(finish(writer, free()));
}

// The picture id takes 16 bits of which the first is zero, so that no bit is unused.
bool RtcpWriter::reference_selection(const ReferenceSelection& selection) {
  ByteWriter writer(free());
  start(writer, format::payload_feedback, format::reference_selection);
  writer.u32(selection.sender_ssrc);
  writer.u32(selection.media_ssrc);
  writer.u8(0);  // unused bits
  writer.u8(selection.payload_type & 0x7F);
  writer.u16(selection.picture_id & format::picture_id_mask);
  return commit(finish(writer, free()));
}

bool RtcpWriter::congestion_feedback(const CongestionFeedback& feedback) {
  if (!std::all_of(feedback.streams.begin(), feedback.streams.end(), can_be_written)) return false;
  ByteWriter writer(free());
  start(writer, format::transport_feedback, format::congestion_feedback);
  writer.u32(feedback.sender_ssrc);
  for (const auto& stream : feedback.streams) write_stream(writer, stream);
  writer.u32(feedback.report_timestamp);
  return commit(finish(writer, free()));
}

// Padded as libwebrtc does it: the draft's zeros, with their number in the last of them and the bit that says so.
bool RtcpWriter::transport_wide_feedback(const TransportWideFeedback& feedback) {
  ByteWriter writer(free());
  start(writer, format::transport_feedback, format::transport_wide_feedback);
  if (!write_transport_wide_feedback(feedback, writer)) return false;
  const std::size_t padding = (4 - writer.size() % 4) % 4;
  writer.pad();
  const std::size_t size = finish(writer, free());
  if (size > 0 && padding > 0) {
    free()[0] |= format::padding_bit;
    free()[size - 1] = static_cast<std::uint8_t>(padding);
  }
  return commit(size);
}

bool RtcpWriter::remb(std::uint32_t sender_ssrc, std::uint64_t bps, std::uint32_t media_ssrc) {
  ByteWriter writer(free());
  start(writer, format::payload_feedback, format::application_feedback);
  writer.u32(sender_ssrc);
  writer.u32(0);  // the media's SSRC stands in the list
  writer.u32(format::remb_name);
  writer.u8(1);
  writer.u24(encode_remb_rate(bps));
  writer.u32(media_ssrc);
  return commit(finish(writer, free()));
}

bool RtcpWriter::reference_time(const ReferenceTime& time) {
  ByteWriter writer(free());
  start(writer, format::extended_report, 0);
  writer.u32(time.sender_ssrc);
  start_block(writer, format::reference_time_block, format::reference_time_words);
  writer.u64(time.ntp);
  return commit(finish(writer, free()));
}

bool RtcpWriter::reference_time_answer(const ReferenceTimeAnswer& answer) {
  ByteWriter writer(free());
  start(writer, format::extended_report, 0);
  writer.u32(answer.sender_ssrc);
  start_block(writer, format::reference_answer_block, format::reference_answer_words);
  writer.u32(answer.receiver_ssrc);
  writer.u32(answer.last_rr);
  writer.u32(answer.delay_since_last_rr);
  return commit(finish(writer, free()));
}

bool RtcpWriter::bye(std::uint32_t ssrc) {
  ByteWriter writer(free());
  start(writer, format::bye, 1);
  writer.u32(ssrc);
  return commit(finish(writer, free()));
}

bool RtcpWriter::commit(std::size_t written) {
  size_ += written;
  return written > 0;
}

}  // namespace evenkeel
