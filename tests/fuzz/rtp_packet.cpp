#include "core/rtp/rtp_packet.h"

#include <algorithm>
#include <vector>

#include "core/rtp/extensions.h"
#include "tests/fuzz/fuzz.h"

using namespace evenkeel;

namespace {

bool same(const RtpExtension& a, const RtpExtension& b) { return a.id == b.id && std::ranges::equal(a.data, b.data); }

// What was read can be written, and reads the same.
void require_round_trip(const RtpPacketView& packet) {
  const auto extensions = std::span(packet.extensions).first(packet.extension_count);
  std::vector<std::uint8_t> out(rtp_header_size(extensions));
  require(write_rtp_header(packet.header, extensions, out) == out.size());
  const auto again = parse_rtp(out);
  require(again.has_value());
  require(again->header.marker == packet.header.marker && again->header.payload_type == packet.header.payload_type);
  require(again->header.sequence_number == packet.header.sequence_number);
  require(again->header.timestamp == packet.header.timestamp && again->header.ssrc == packet.header.ssrc);
  require(std::ranges::equal(std::span(again->extensions).first(again->extension_count), extensions, same));
}

}  // namespace

void fuzz(std::span<const std::uint8_t> input) {
  is_rtcp(input);
  const auto packet = parse_rtp(input);
  if (!packet) return;
  require(packet->payload.size() <= input.size());
  if (const auto element = packet->extension(abs_capture_time_id)) decode_capture_time(*element);
  require_round_trip(*packet);
}
