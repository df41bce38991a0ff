#include "core/signal/sdp_offer.h"

#include <algorithm>
#include <array>

#include "core/signal/ip_text.h"
#include "core/signal/sdp_text.h"

namespace evenkeel {
namespace {

constexpr std::size_t max_candidates = 16;

/// The text grows by lines.
class Lines {
 public:
  template <class... Parts>
  void add(const Parts&... parts) {
    (append(parts), ...);
    text_ += "\r\n";
  }
  std::string take() { return std::move(text_); }

 private:
  void append(std::string_view part) { text_ += part; }
  void append(std::uint64_t number) { text_ += std::to_string(number); }

  std::string text_;
};

std::string fingerprint_text(const Sha256Digest& fingerprint) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string text;
  for (const std::uint8_t byte : fingerprint) {
    if (!text.empty()) text += ':';
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

bool has_sound(const SdpOffer& offer) {
  return offer.call == ServerCall::view || (offer.source && offer.source->sound_ssrc != 0);
}

// All that is not of one medium. The address is not ours to tell here (RFC 8828, RFC 8829, section 5.2.1).
void write_session(Lines& lines, const SdpOffer& offer) {
  lines.add("v=0");
  lines.add("o=- ", offer.session_id, " 2 IN IP4 127.0.0.1");
  lines.add("s=-");
  lines.add("t=0 0");
  lines.add("a=group:BUNDLE 0", has_sound(offer) ? " 1" : "");
  lines.add("a=msid-semantic: WMS *");
}

// RFC 8445, section 5.1.2.1: of the type "host", component 1.
std::uint64_t priority_of(std::size_t index) { return 126u << 24 | (65535u - index) << 8 | 255u; }

// Of each medium, since whoever does not bundle them needs it of each (RFC 9143, section 7.2.1).
void write_transport(Lines& lines, const SdpOffer& offer) {
  lines.add("a=ice-ufrag:", offer.ice_ufrag);
  lines.add("a=ice-pwd:", offer.ice_password);
  lines.add("a=ice-options:ice2");
  lines.add("a=fingerprint:sha-256 ", fingerprint_text(offer.fingerprint));
  lines.add("a=setup:actpass");
  lines.add("a=rtcp-mux");
  lines.add("a=rtcp-rsize");
}

void write_candidates(Lines& lines, const SdpOffer& offer) {
  const std::size_t count = std::min(offer.candidates.size(), max_candidates);
  for (std::size_t i = 0; i < count; ++i) {
    const Endpoint& candidate = offer.candidates[i];
    lines.add("a=candidate:", i + 1, " 1 udp ", priority_of(i), " ", format_ip(candidate.address), " ", candidate.port,
              " typ host");
  }
  lines.add("a=end-of-candidates");
}

// libwebrtc takes RFC 8888 only where it is named for all payload types.
void write_formats(Lines& lines) {
  using namespace offered;
  constexpr std::array<std::string_view, 5> feedbacks{"nack", "nack pli", "ccm fir", "transport-cc", "goog-remb"};
  lines.add("a=extmap:", capture_time_id, " ", capture_time_extension);
  lines.add("a=extmap:", transport_wide_number_id, " ", transport_wide_extension);
  lines.add("a=rtpmap:", vp8, " VP8/90000");
  lines.add("a=rtcp-fb:* ack ccfb");
  for (const std::string_view feedback : feedbacks) lines.add("a=rtcp-fb:", vp8, " ", feedback);
  lines.add("a=rtpmap:", vp8_retransmission, " rtx/90000");
  lines.add("a=fmtp:", vp8_retransmission, " apt=", vp8);
}

// All that is spoken is mono; whoever sends stereo is heard as well (RFC 7587, section 7.1).
void write_sound_formats(Lines& lines) {
  using namespace offered;
  lines.add("a=extmap:", transport_wide_number_id, " ", transport_wide_extension);
  lines.add("a=extmap:", audio_level_id, " ", audio_level_extension);
  lines.add("a=rtpmap:", opus, " opus/48000/2");
  lines.add("a=fmtp:", opus, " minptime=10;useinbandfec=1;stereo=0");
  lines.add("a=rtcp-fb:* ack ccfb");
  lines.add("a=rtcp-fb:", opus, " transport-cc");
}

void write_source(Lines& lines, const SdpOffer::Source& source) {
  lines.add("a=msid:", source.stream, " ", source.stream);
  lines.add("a=ssrc-group:FID ", source.ssrc, " ", source.retransmission_ssrc);
  for (const std::uint32_t ssrc : {source.ssrc, source.retransmission_ssrc}) {
    lines.add("a=ssrc:", ssrc, " cname:", source.cname);
  }
}

void write_video(Lines& lines, const SdpOffer& offer) {
  using namespace offered;
  const bool publishes = offer.call == ServerCall::publish;
  lines.add("m=video 9 UDP/TLS/RTP/SAVPF ", vp8, " ", vp8_retransmission);
  lines.add("c=IN IP4 0.0.0.0");
  lines.add("a=mid:0");
  lines.add(publishes ? "a=sendonly" : "a=recvonly");
  write_transport(lines, offer);
  write_candidates(lines, offer);
  write_formats(lines);
  if (publishes && offer.source) write_source(lines, *offer.source);
}

void write_sound(Lines& lines, const SdpOffer& offer) {
  const bool publishes = offer.call == ServerCall::publish;
  lines.add("m=audio 9 UDP/TLS/RTP/SAVPF ", offered::opus);
  lines.add("c=IN IP4 0.0.0.0");
  lines.add("a=mid:1");
  lines.add(publishes ? "a=sendonly" : "a=recvonly");
  write_transport(lines, offer);
  write_sound_formats(lines);
  if (!publishes) return;
  lines.add("a=msid:", offer.source->stream, " ", offer.source->stream, "s");
  lines.add("a=ssrc:", offer.source->sound_ssrc, " cname:", offer.source->cname);
}

}  // namespace

std::string write_sdp_offer(const SdpOffer& offer) {
  Lines lines;
  write_session(lines, offer);
  write_video(lines, offer);
  if (has_sound(offer)) write_sound(lines, offer);
  return lines.take();
}

}  // namespace evenkeel
