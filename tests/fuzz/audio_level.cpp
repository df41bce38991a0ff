#include "core/rtp/audio_level.h"

#include "core/rtp/extensions.h"
#include "core/rtp/opus_payload.h"
#include "core/rtp/rtp_packet.h"
#include "tests/fuzz/fuzz.h"

using namespace evenkeel;

namespace {

void require_same_again(const AudioLevel& level) {
  require(level.below_full_scale <= AudioLevel::silence);
  require(decode_audio_level(encode_audio_level(level)) == level);
}

}  // namespace

// The level is within its range and is written as it was read: of the input as an element, and as a whole packet.
void fuzz(std::span<const std::uint8_t> input) {
  const auto level = decode_audio_level(input);
  require(level.has_value() == !input.empty());
  if (level) require_same_again(*level);
  const auto packet = parse_rtp(input);
  if (!packet) return;
  require(!is_plausible_opus(packet->payload) || packet->payload.size() <= max_opus_payload);
  if (const auto element = packet->extension(audio_level_id)) {
    if (const auto heard = decode_audio_level(*element)) require_same_again(*heard);
  }
}
