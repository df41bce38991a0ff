#include "core/rtp/ccfb_format.h"

#include "core/base/byte_reader.h"
#include "core/rtp/rtcp_format.h"

namespace evenkeel {
namespace {

// What num_reports says: how many metrics follow (erratum 8166), or, as the RFC's own text has it, how far behind
// begin_seq the last of them stands.
enum class NumReports { is_count, is_last_index };

std::size_t metric_count(std::uint16_t num_reports, NumReports meaning) {
  return num_reports + (meaning == NumReports::is_last_index ? 1u : 0u);
}

struct Layout {
  bool adds_up = false;
  bool zero_padding = true;
};

Layout examine(std::span<const std::uint8_t> blocks, NumReports meaning) {
  ByteReader reader(blocks);
  Layout layout;
  while (reader.ok() && reader.left() > 0) {
    reader.bytes(6);  // SSRC and begin_seq
    const std::size_t count = metric_count(reader.u16(), meaning);
    if (count > rtcp_format::max_metrics_of_stream) return layout;
    reader.bytes(count * 2);
    if (count % 2 != 0 && reader.u16() != 0) layout.zero_padding = false;
  }
  layout.adds_up = reader.ok();
  return layout;
}

// With odd numbers both meanings take the same length. Then one of them finds a metric where the other finds padding,
// which must be zero; and a last metric is hardly ever zero, because a report ends with a packet that came.
std::optional<NumReports> meaning_of(std::span<const std::uint8_t> blocks) {
  const Layout as_count = examine(blocks, NumReports::is_count);
  if (as_count.adds_up && as_count.zero_padding) return NumReports::is_count;
  if (examine(blocks, NumReports::is_last_index).adds_up) return NumReports::is_last_index;
  if (as_count.adds_up) return NumReports::is_count;
  return std::nullopt;
}

ArrivalMetric read_metric(ByteReader& reader) {
  const std::uint16_t bits = reader.u16();
  if ((bits & 0x8000) == 0) return {};
  return {true, static_cast<std::uint8_t>(bits >> 13 & 0x03), decode_arrival_offset(bits & 0x1FFF)};
}

void read_stream(ByteReader& reader, NumReports meaning, StreamFeedback& stream) {
  stream.ssrc = reader.u32();
  stream.begin_sequence = reader.u16();
  const std::size_t count = metric_count(reader.u16(), meaning);
  stream.metrics.clear();
  for (std::size_t i = 0; i < count; ++i) stream.metrics.push_back(read_metric(reader));
  if (count % 2 != 0) reader.u16();
}

}  // namespace

bool parse_congestion_feedback(std::span<const std::uint8_t> body, CongestionFeedback& out) {
  if (body.size() < 8) return false;
  const auto blocks = body.subspan(4, body.size() - 8);
  const auto meaning = meaning_of(blocks);
  if (!meaning) return false;
  out.sender_ssrc = ByteReader(body).u32();
  out.report_timestamp = ByteReader(body.last(4)).u32();
  ByteReader reader(blocks);
  std::size_t streams = 0;
  while (reader.left() > 0) {
    if (streams == out.streams.size()) out.streams.emplace_back();
    read_stream(reader, *meaning, out.streams[streams++]);
  }
  out.streams.resize(streams);
  return true;
}

}  // namespace evenkeel
