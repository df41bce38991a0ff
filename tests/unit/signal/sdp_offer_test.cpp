#include "core/signal/sdp_offer.h"

#include <catch2/catch.hpp>

#include "core/signal/ip_text.h"
#include "core/signal/sdp_answer.h"

using namespace evenkeel;

namespace {

SdpOffer some_offer(ServerCall call) {
  SdpOffer offer;
  offer.call = call;
  offer.session_id = 4611731400430051336;
  offer.ice_ufrag = "uF+/";
  offer.ice_password = "0123456789abcdefghijkl";
  for (std::size_t i = 0; i < offer.fingerprint.size(); ++i) offer.fingerprint[i] = static_cast<std::uint8_t>(8 * i);
  offer.candidates = {{*parse_ip("192.0.2.1"), 5004}, {*parse_ip("2001:db8::1"), 5004}};
  if (call == ServerCall::publish) offer.source = SdpOffer::Source{4000000000, 4000000001, "1234", "56", 4000000003};
  return offer;
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  const auto begin = text.find(what);
  REQUIRE(begin != std::string::npos);
  return text.replace(begin, what.size(), by);
}

bool has_line(const std::string& text, std::string_view line) {
  return text.find("\r\n" + std::string(line) + "\r\n") != std::string::npos;
}

}  // namespace

TEST_CASE("A publisher's offer, line by line") {
  CHECK(write_sdp_offer(some_offer(ServerCall::publish)) ==
        "v=0\r\n"
        "o=- 4611731400430051336 2 IN IP4 127.0.0.1\r\n"
        "s=-\r\n"
        "t=0 0\r\n"
        "a=group:BUNDLE 0 1\r\n"
        "a=msid-semantic: WMS *\r\n"
        "m=video 9 UDP/TLS/RTP/SAVPF 96 97\r\n"
        "c=IN IP4 0.0.0.0\r\n"
        "a=mid:0\r\n"
        "a=sendonly\r\n"
        "a=ice-ufrag:uF+/\r\n"
        "a=ice-pwd:0123456789abcdefghijkl\r\n"
        "a=ice-options:ice2\r\n"
        "a=fingerprint:sha-256 00:08:10:18:20:28:30:38:40:48:50:58:60:68:70:78:80:88:90:98:A0:A8:B0:B8:C0:C8:D0:D8:E0:"
        "E8:F0:F8\r\n"
        "a=setup:actpass\r\n"
        "a=rtcp-mux\r\n"
        "a=rtcp-rsize\r\n"
        "a=candidate:1 1 udp 2130706431 192.0.2.1 5004 typ host\r\n"
        "a=candidate:2 1 udp 2130706175 2001:db8::1 5004 typ host\r\n"
        "a=end-of-candidates\r\n"
        "a=extmap:1 http://www.webrtc.org/experiments/rtp-hdrext/abs-capture-time\r\n"
        "a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01\r\n"
        "a=rtpmap:96 VP8/90000\r\n"
        "a=rtcp-fb:* ack ccfb\r\n"
        "a=rtcp-fb:96 nack\r\n"
        "a=rtcp-fb:96 nack pli\r\n"
        "a=rtcp-fb:96 ccm fir\r\n"
        "a=rtcp-fb:96 transport-cc\r\n"
        "a=rtcp-fb:96 goog-remb\r\n"
        "a=rtpmap:97 rtx/90000\r\n"
        "a=fmtp:97 apt=96\r\n"
        "a=msid:56 56\r\n"
        "a=ssrc-group:FID 4000000000 4000000001\r\n"
        "a=ssrc:4000000000 cname:1234\r\n"
        "a=ssrc:4000000001 cname:1234\r\n"
        "m=audio 9 UDP/TLS/RTP/SAVPF 111\r\n"
        "c=IN IP4 0.0.0.0\r\n"
        "a=mid:1\r\n"
        "a=sendonly\r\n"
        "a=ice-ufrag:uF+/\r\n"
        "a=ice-pwd:0123456789abcdefghijkl\r\n"
        "a=ice-options:ice2\r\n"
        "a=fingerprint:sha-256 00:08:10:18:20:28:30:38:40:48:50:58:60:68:70:78:80:88:90:98:A0:A8:B0:B8:C0:C8:D0:D8:E0:"
        "E8:F0:F8\r\n"
        "a=setup:actpass\r\n"
        "a=rtcp-mux\r\n"
        "a=rtcp-rsize\r\n"
        "a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01\r\n"
        "a=extmap:4 urn:ietf:params:rtp-hdrext:ssrc-audio-level\r\n"
        "a=rtpmap:111 opus/48000/2\r\n"
        "a=fmtp:111 minptime=10;useinbandfec=1;stereo=0\r\n"
        "a=rtcp-fb:* ack ccfb\r\n"
        "a=rtcp-fb:111 transport-cc\r\n"
        "a=msid:56 56s\r\n"
        "a=ssrc:4000000003 cname:1234\r\n");
}

TEST_CASE("Who publishes no sound offers none, who watches offers to hear it") {
  SdpOffer offer = some_offer(ServerCall::publish);
  offer.source->sound_ssrc = 0;
  std::string text = write_sdp_offer(offer);
  CHECK(has_line(text, "a=group:BUNDLE 0"));
  CHECK(text.find("audio") == std::string::npos);
  text = write_sdp_offer(some_offer(ServerCall::view));
  CHECK(has_line(text, "a=group:BUNDLE 0 1"));
  CHECK(text.find("m=audio 9") != std::string::npos);
}

TEST_CASE("Who only watches names no source, and asks to receive") {
  SdpOffer offer = some_offer(ServerCall::view);
  offer.source = SdpOffer::Source{1, 2, "3", "4"};  // of no use here
  const std::string text = write_sdp_offer(offer);
  CHECK(has_line(text, "a=recvonly"));
  CHECK_FALSE(has_line(text, "a=sendonly"));
  CHECK(text.find("a=ssrc") == std::string::npos);
  CHECK(text.find("a=msid:") == std::string::npos);
}

TEST_CASE("An offer names sixteen addresses at most, and may name none") {
  SdpOffer offer = some_offer(ServerCall::publish);
  offer.candidates.assign(40, offer.candidates.front());
  std::string text = write_sdp_offer(offer);
  std::size_t count = 0;
  for (auto at = text.find("a=candidate:"); at != std::string::npos; at = text.find("a=candidate:", at + 1)) ++count;
  CHECK(count == 16);
  offer.candidates.clear();
  text = write_sdp_offer(offer);
  CHECK(text.find("a=candidate:") == std::string::npos);
  CHECK(has_line(text, "a=end-of-candidates"));
}

TEST_CASE("A server that answers an offer with the same, as it is to do, has all that was offered") {
  const SdpOffer offer = some_offer(ServerCall::publish);
  std::string text = replaced(write_sdp_offer(offer), "actpass", "passive");
  text = replaced(replaced(text, "sendonly", "recvonly"), "sendonly", "recvonly");
  const auto answer = read_sdp_answer(text, ServerCall::publish);
  REQUIRE(answer);
  const SdpAnswer& a = *answer;
  CHECK(a.ice_ufrag == offer.ice_ufrag);
  CHECK(a.ice_password == offer.ice_password);
  CHECK(a.fingerprint == offer.fingerprint);
  REQUIRE(a.candidates.size() == 2);
  CHECK(a.candidates[0].endpoint == offer.candidates[0]);
  CHECK(a.candidates[1].endpoint == offer.candidates[1]);
  CHECK(a.vp8 == offered::vp8);
  CHECK(a.vp8_retransmission == offered::vp8_retransmission);
  CHECK(a.capture_time_id == offered::capture_time_id);
  CHECK(a.transport_wide_number_id == offered::transport_wide_number_id);
  CHECK((a.congestion_feedback && a.transport_wide_feedback && a.remb && a.nack && a.picture_loss &&
         a.full_intra_request && a.reduced_size_rtcp));
  CHECK(a.ssrc == offer.source->ssrc);
  CHECK(a.opus == offered::opus);
  CHECK(a.audio_level_id == offered::audio_level_id);
  CHECK((a.receives_audio && !a.sends_audio && a.congestion_feedback_of_sound && a.transport_wide_feedback_of_sound));
}
