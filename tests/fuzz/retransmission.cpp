#include <algorithm>
#include <vector>

#include "core/rtp/retransmission_packet.h"
#include "core/rtp/rtp_packet.h"
#include "tests/fuzz/fuzz.h"

using namespace evenkeel;

namespace {

constexpr std::uint32_t media_ssrc = 7;
constexpr std::uint8_t media_payload_type = 96;

std::vector<std::uint8_t> original_of(std::span<const std::uint8_t> retransmission) {
  std::vector<std::uint8_t> out(retransmission.size());
  out.resize(restore_original(retransmission, media_ssrc, media_payload_type, out));
  return out;
}

std::vector<std::uint8_t> retransmission_of(std::span<const std::uint8_t> original) {
  std::vector<std::uint8_t> out(original.size() + original_number_size);
  out.resize(write_retransmission(original, 8, retransmission_payload_type, out));
  return out;
}

// What was restored is a packet of the media stream, and can be sent again in turn.
void restore(std::span<const std::uint8_t> input) {
  const auto original = original_of(input);
  if (original.empty()) return;
  const auto packet = parse_rtp(original);
  require(packet.has_value());
  require(packet->header.ssrc == media_ssrc && packet->header.payload_type == media_payload_type);
  require(original_of(retransmission_of(original)) == original);
}

void send_again(std::span<const std::uint8_t> input) {
  const auto packet = parse_rtp(input);
  const auto retransmission = retransmission_of(input);
  require(packet.has_value() == !retransmission.empty());
  if (!packet) return;
  const auto restored = original_of(retransmission);
  const auto again = parse_rtp(restored);
  require(again.has_value());
  require(again->header.sequence_number == packet->header.sequence_number);
  require(again->header.timestamp == packet->header.timestamp && again->header.marker == packet->header.marker);
  require(again->extension_count == packet->extension_count);
  require(std::ranges::equal(again->payload, packet->payload));
}

}  // namespace

void fuzz(std::span<const std::uint8_t> input) {
  restore(input);
  send_again(input);
}
