#include <algorithm>

#include "core/signal/base64.h"
#include "core/signal/call_address.h"
#include "core/signal/ip_text.h"
#include "core/signal/sdp_answer.h"
#include "tests/fuzz/fuzz.h"

using namespace evenkeel;

namespace {

bool is_dynamic(std::uint8_t type) { return (type >= 35 && type < 64) || (type >= 96 && type < 128); }

void check_sound(const SdpAnswer& answer) {
  const std::uint8_t level = answer.audio_level_id;
  require(level <= 14);
  require(level == 0 || (level != answer.transport_wide_number_id && level != answer.capture_time_id));
  require(answer.opus == 0 || (is_dynamic(answer.opus) && answer.opus != answer.vp8));
  require(answer.opus == 0 || answer.opus != answer.vp8_retransmission);
  const bool any = level != 0 || answer.sends_audio || answer.receives_audio || answer.congestion_feedback_of_sound ||
                   answer.transport_wide_feedback_of_sound;
  require(answer.opus != 0 || !any);
}

void check_media(const SdpAnswer& answer) {
  require(is_dynamic(answer.vp8));
  require(answer.vp8_retransmission == 0 || is_dynamic(answer.vp8_retransmission));
  require(answer.vp8_retransmission != answer.vp8);
  require(answer.transport_wide_number_id <= 14 && answer.capture_time_id <= 14);
  require(answer.transport_wide_number_id == 0 || answer.transport_wide_number_id != answer.capture_time_id);
  check_sound(answer);
}

void check_transport(const SdpAnswer& answer) {
  require(answer.ice_ufrag.size() >= 4 && answer.ice_ufrag.size() <= 256 && is_base64(answer.ice_ufrag, Base64::ice));
  require(answer.ice_password.size() >= 22 && answer.ice_password.size() <= 256);
  require(is_base64(answer.ice_password, Base64::ice));
  require(!answer.candidates.empty() && answer.candidates.size() <= SdpAnswer::max_candidates);
  require(std::ranges::is_sorted(answer.candidates, std::ranges::greater(), &SdpAnswer::Candidate::priority));
  for (const SdpAnswer::Candidate& candidate : answer.candidates) {
    require(is_callable(candidate.endpoint));
    const IpAddress& address = candidate.endpoint.address;
    require(parse_ip(format_ip(address)) == address);
  }
}

void require_one_sentence(const std::string& error) {
  require(error.starts_with("The server") && error.ends_with('.') && error.find('\n') == std::string::npos);
  require(error.size() < 300);
}

// Each address has one text.
void fuzz_address(std::string_view text) {
  const auto address = parse_ip(text);
  if (address) require(parse_ip(format_ip(*address)) == address && format_ip(*address).size() <= 39);
}

}  // namespace

// The first byte: what the call is for, or whether the rest is an address.
void fuzz(std::span<const std::uint8_t> input) {
  if (input.empty()) return;
  const std::string_view text(reinterpret_cast<const char*>(input.data()) + 1, input.size() - 1);
  if (input.front() % 4 == 3) return fuzz_address(text);
  const ServerCall call = input.front() % 2 == 0 ? ServerCall::publish : ServerCall::view;
  const auto answer = read_sdp_answer(text, call);
  require(answer.value.has_value() == answer.error.empty());
  if (!answer) return require_one_sentence(answer.error);
  check_media(*answer);
  check_transport(*answer);
  require(call == ServerCall::publish ? answer.value->receives_video : answer.value->sends_video);
}
