#include "core/signal/sdp_answer.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "core/signal/ip_text.h"
#include "sdp_answers.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Kind = SdpAnswer::CandidateKind;

SdpAnswer::Candidate at(std::string_view ip, std::uint16_t port, Kind kind, std::uint32_t priority) {
  return {{*parse_ip(ip), port}, kind, priority};
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  const auto begin = text.find(what);
  REQUIRE(begin != std::string::npos);
  return text.replace(begin, what.size(), by);
}
std::string without(std::string text, std::string_view what) { return replaced(std::move(text), what, ""); }
std::string with(std::string text, std::string_view line) { return text + std::string(line) + "\r\n"; }

SdpAnswer read(const std::string& text, ServerCall call = ServerCall::publish) {
  const auto answer = read_sdp_answer(text, call);
  INFO(answer.error);
  REQUIRE(answer);
  CHECK(answer.error.empty());
  return *answer;
}

std::string fault(const std::string& text, ServerCall call = ServerCall::publish) {
  const auto answer = read_sdp_answer(text, call);
  CHECK_FALSE(answer);
  CHECK(answer.error.starts_with("The server"));
  CHECK(answer.error.ends_with('.'));
  CHECK(answer.error.find(": ") != std::string::npos);  // what to do
  return answer.error;
}
bool names(const std::string& error, std::string_view word) {
  INFO(error << " names " << word);
  return error.find(word) != std::string::npos;
}

const std::string vp8_line = "a=rtpmap:96 VP8/90000\r\n";
const std::string fingerprint_line = "a=fingerprint:sha-256 " + std::string(some_fingerprint) + "\r\n";

}  // namespace

TEST_CASE("Pion's answer to a publisher is read whole") {
  const SdpAnswer answer = read(pion_answer());
  CHECK(answer.fingerprint[0] == 0xc6);
  CHECK(answer.fingerprint[31] == 0x06);
  CHECK(answer.ice_ufrag == "KqVLmxOyyxVaPApq");
  CHECK(answer.ice_password == "mdyRVjMfOQRKTyGKJyTAxzPtJVJKXhkS");
  CHECK_FALSE(answer.ice_lite);
  CHECK(answer.server_is_client);
  CHECK(answer.candidates == std::vector{at("192.0.2.5", 40000, Kind::host, 2130706431),
                                         at("198.51.100.5", 40001, Kind::server_reflexive, 1694498815)});
  CHECK(answer.passed_over.other == 1);  // the second component
  CHECK(answer.vp8 == 96);
  CHECK(answer.vp8_retransmission == 97);
  CHECK(answer.transport_wide_number_id == 3);
  CHECK(answer.capture_time_id == 0);
  CHECK(answer.transport_wide_feedback);
  CHECK(answer.remb);
  CHECK(answer.nack);
  CHECK(answer.picture_loss);
  CHECK(answer.full_intra_request);
  CHECK_FALSE(answer.congestion_feedback);
  CHECK(answer.reduced_size_rtcp);
  CHECK(answer.receives_video);
  CHECK_FALSE(answer.sends_video);
  CHECK_FALSE(answer.ssrc);
}

TEST_CASE("LiveKit's answer is that of an ICE-lite server with TCP beside UDP") {
  const SdpAnswer answer = read(livekit_answer());
  CHECK(answer.ice_lite);
  CHECK_FALSE(answer.server_is_client);
  CHECK(answer.candidates ==
        std::vector{at("192.0.2.8", 7882, Kind::host, 2130706431), at("2001:db8::8", 7882, Kind::host, 2130706175)});
  CHECK(answer.passed_over.tcp == 1);
  CHECK_FALSE(answer.remb);
}

TEST_CASE("Janus' answer to who watches names its source, and a short ICE name") {
  const SdpAnswer answer = read(janus_answer(), ServerCall::view);
  CHECK(answer.ice_ufrag == "T8bd");
  CHECK(answer.ice_password.size() == 22);
  CHECK(answer.sends_video);
  CHECK_FALSE(answer.receives_video);
  CHECK(answer.ssrc == 2391402953u);
  CHECK_FALSE(answer.reduced_size_rtcp);
}

TEST_CASE("libwebrtc's answer hides its address, and takes RFC 8888 for all payload types") {
  const SdpAnswer answer = read(chromium_answer());
  CHECK(answer.candidates == std::vector{at("198.51.100.20", 47615, Kind::server_reflexive, 1677729535)});
  CHECK(answer.passed_over.hidden == 1);
  CHECK(answer.passed_over.tcp == 1);
  CHECK(answer.congestion_feedback);
  CHECK_FALSE(answer.transport_wide_feedback);
  CHECK(answer.capture_time_id == 1);
}

TEST_CASE("aiortc's answer has fingerprints of several hashes, and sends as well") {
  const SdpAnswer answer = read(aiortc_answer());
  CHECK(answer.fingerprint[0] == 0xc6);
  CHECK(answer.remb);
  CHECK_FALSE(answer.transport_wide_feedback);
  CHECK(answer.transport_wide_number_id == 0);
  CHECK(answer.sends_video);
  CHECK(answer.receives_video);
  CHECK(answer.ssrc == 3208349281u);
  CHECK(read(aiortc_answer(), ServerCall::view).sends_video);
}

TEST_CASE("Lines may end with LF alone, and unknown ones are passed over") {
  std::string text = pion_answer();
  std::erase(text, '\r');
  CHECK(read(text).vp8 == 96);
  text =
      replaced(pion_answer(), "t=0 0\r\n", "t=0 0\r\n\r\nno line\r\n=\r\nz\r\nx=1\r\na=\r\na=:\r\na=unknown:1 2 3\r\n");
  CHECK(read(text).vp8 == 96);
}

TEST_CASE("What stands for the whole session stands for the video, unless the video has its own") {
  const std::string session = without(livekit_answer(), fingerprint_line);
  std::string text = with(session, "a=fingerprint:SHA-256 " + std::string(some_fingerprint));
  CHECK(read(text).fingerprint[0] == 0xc6);
  std::string other(some_fingerprint);
  other[0] = 'a';
  CHECK(read(with(livekit_answer(), "a=fingerprint:sha-256 " + other)).fingerprint[0] == 0xa6);
  text = without(without(livekit_answer(), "a=ice-ufrag:iVvTSNUPpFoHIeOH\r\n"),
                 "a=ice-pwd:yJxVzhqpknfySrzlKcfTGwwzbFNJDhLo\r\n");
  text = replaced(text, "a=ice-lite\r\n", "a=ice-ufrag:abcd\r\na=ice-pwd:0123456789012345678901\r\n");
  CHECK(read(text).ice_ufrag == "abcd");
}

TEST_CASE("Each thing that an answer lacks is named with what to do") {
  const std::string good = pion_answer();
  CHECK(names(fault(without(good, fingerprint_line)), "no fingerprint"));
  CHECK(names(fault(replaced(good, "fingerprint:sha-256", "fingerprint:sha-1")), "no SHA-256 fingerprint"));
  CHECK(names(fault(replaced(good, "C6:88", "C6:8")), "fingerprint"));
  CHECK(names(fault(replaced(good, "C6:88", "C6:8g")), "fingerprint"));
  CHECK(names(fault(replaced(good, "C6:88", "C6-88")), "fingerprint"));
  CHECK(names(fault(without(good, "a=ice-ufrag:KqVLmxOyyxVaPApq\r\n")), "ICE"));
  CHECK(names(fault(without(good, "a=ice-pwd:mdyRVjMfOQRKTyGKJyTAxzPtJVJKXhkS\r\n")), "ICE"));
  CHECK(names(fault(replaced(good, "ice-pwd:mdyRVj", "ice-pwd:mdy RVj")), "ICE"));
  CHECK(names(fault(replaced(good, "mdyRVjMfOQRKTyGKJyTAxzPtJVJKXhkS", "short")), "ICE"));
  CHECK(names(fault(without(good, vp8_line)), "VP8"));
  CHECK(names(fault(replaced(good, "VP8/90000", "H264/90000")), "VP8"));
  CHECK(names(fault(without(good, "a=group:BUNDLE 0\r\n")), "BUNDLE"));
  CHECK(names(fault(replaced(good, "BUNDLE 0", "BUNDLE 1")), "BUNDLE"));
  CHECK(names(fault(without(good, "a=rtcp-mux\r\n")), "rtcp-mux"));
  CHECK(names(fault(replaced(good, "setup:active", "setup:holdconn")), "setup"));
  CHECK(names(fault(replaced(good, "setup:active", "setup:actpass")), "setup"));
  CHECK(names(fault(replaced(good, "m=video 9", "m=video 0")), "refused"));
  CHECK(names(fault(replaced(good, "m=video", "m=audio")), "no video"));
  CHECK(names(fault(replaced(good, "a=recvonly", "a=inactive")), "does not take"));
  CHECK(names(fault(replaced(good, "a=recvonly", "a=sendonly")), "does not take"));
  CHECK(names(fault(good, ServerCall::view), "no video for us"));
  CHECK(names(fault(janus_answer()), "does not take"));
  CHECK(names(fault(""), "SDP"));
  CHECK(names(fault("<html><body>Welcome</body></html>"), "SDP"));
  CHECK(names(fault("v=0"), "no video"));
}

TEST_CASE("An answer that says nothing of who begins the handshake, or of directions, means what the RFCs say") {
  SdpAnswer answer = read(without(pion_answer(), "a=setup:active\r\n"));
  CHECK_FALSE(answer.server_is_client);
  answer = read(without(pion_answer(), "a=recvonly\r\n"));
  CHECK(answer.sends_video);
  CHECK(answer.receives_video);
}

TEST_CASE("An answer without a way to the server says what else was there") {
  std::string text = without(livekit_answer(), "a=candidate:233762139 1 udp 2130706431 192.0.2.8 7882 typ host\r\n");
  text = without(text, "a=candidate:233762140 1 udp 2130706175 2001:db8::8 7882 typ host\r\n");
  CHECK(names(fault(text), "(but 1 by TCP)"));
  text = with(text, "a=candidate:1 1 udp 1 a.local 7882 typ host");
  text = with(text, "a=candidate:1 1 udp 1 239.1.2.3 7882 typ host");
  CHECK(names(fault(text), "(but 1 by TCP, 1 by name, 1 that cannot be used)"));
}

TEST_CASE("Candidates that are none, or of whole networks, are passed over") {
  for (const char* candidate :
       {"a=candidate:", "a=candidate", "a=candidate:1", "a=candidate:1 1 udp", "a=candidate:1 1 udp 1 192.0.2.77",
        "a=candidate:1 1 udp 1 192.0.2.77 70000 typ host", "a=candidate:1 1 udp 1 192.0.2.77 0 typ host",
        "a=candidate:1 1 udp 99999999999 192.0.2.77 5000 typ host", "a=candidate:1 1 udp 1 192.0.2.77 5000 host",
        "a=candidate:1 1 udp 1 192.0.2.77 5000 typ odd", "a=candidate:1 1 udp 1 255.255.255.255 5000 typ host",
        "a=candidate:1 1 udp 1 0.0.0.0 5000 typ host", "a=candidate:1 1 udp 1 :: 5000 typ host",
        "a=candidate:1 1 udp 1 ff02::1 5000 typ host", "a=candidate:1 2 udp 1 192.0.2.77 5000 typ host"}) {
    INFO(candidate);
    const SdpAnswer answer = read(with(livekit_answer(), candidate));
    CHECK(answer.candidates.size() == 2);
    CHECK(answer.passed_over.other == 1);
  }
}

TEST_CASE("Sixteen candidates are kept, each once, and the server's order holds") {
  std::string text = livekit_answer();
  for (int i = 0; i < 100; ++i) {
    text = with(text, "a=candidate:1 1 UDP " + std::to_string(100 + i) + " 192.0.2.9 " + std::to_string(1000 + i / 2) +
                          " typ relay raddr 0.0.0.0 rport 0");
  }
  const SdpAnswer answer = read(text);
  REQUIRE(answer.candidates.size() == 16);
  CHECK(answer.passed_over.surplus == 72);
  CHECK(answer.candidates.front().endpoint.port == 7882);
  CHECK(answer.candidates.back().kind == Kind::relayed);
  CHECK(std::ranges::is_sorted(answer.candidates, std::ranges::greater(), &SdpAnswer::Candidate::priority));
}

TEST_CASE("The first VP8 of the medium's line is taken, and what sends that one again") {
  std::string text = replaced(pion_answer(), "SAVPF 96 97", "SAVPF 98 102 101 96 97");
  text = with(text, "a=rtpmap:98 H264/90000");
  text = with(text, "a=rtpmap:101 rtx/90000");
  text = with(text, "a=fmtp:101 rtx-time=3000; apt=102");
  text = with(text, "a=rtpmap:102 vp8/90000");
  text = with(text, "a=rtcp-fb:102 ack ccfb");
  const SdpAnswer answer = read(text);
  CHECK(answer.vp8 == 102);
  CHECK(answer.vp8_retransmission == 101);
  CHECK(answer.congestion_feedback);
  CHECK_FALSE(answer.transport_wide_feedback);  // that is of 96
  CHECK_FALSE(answer.nack);
}

TEST_CASE("Payload types that collide with RTCP, or are of other codecs for good, are not taken") {
  for (const std::string type : {"64", "72", "95", "34", "0", "128", "-1", "256", "x", ""}) {
    INFO(type);
    std::string text = replaced(pion_answer(), "SAVPF 96 97", "SAVPF " + type + " 97");
    text = replaced(text, "a=rtpmap:96", "a=rtpmap:" + type);
    CHECK(names(fault(text), "VP8"));
  }
  for (const std::string type : {"35", "63", "127"}) {
    std::string text = replaced(pion_answer(), "SAVPF 96 97", "SAVPF " + type + " 97");
    CHECK(read(replaced(text, "a=rtpmap:96", "a=rtpmap:" + type)).vp8 == std::stoi(type));
  }
}

TEST_CASE("What the medium's line does not list, or a map names twice, does not count") {
  CHECK(names(fault(replaced(pion_answer(), "SAVPF 96 97", "SAVPF 97")), "VP8"));
  CHECK(read(replaced(pion_answer(), "SAVPF 96 97", "SAVPF 96")).vp8_retransmission == 0);
  CHECK(read(replaced(pion_answer(), "apt=96", "apt=98")).vp8_retransmission == 0);
  CHECK(read(with(pion_answer(), "a=rtpmap:96 H264/90000")).vp8 == 96);
}

TEST_CASE("One id for two header extensions is refused, one above 14 is not taken") {
  CHECK(names(fault(with(pion_answer(), "a=extmap:3 urn:ietf:params:rtp-hdrext:toffset")), "id 3"));
  CHECK(read(with(pion_answer(), "a=extmap:4 urn:ietf:params:rtp-hdrext:toffset")).transport_wide_number_id == 3);
  CHECK(read(replaced(pion_answer(), "extmap:3 ", "extmap:3/recvonly ")).transport_wide_number_id == 3);
  for (const char* id : {"extmap:0 ", "extmap:15 ", "extmap:259 ", "extmap:x ", "extmap:"}) {
    CHECK(read(replaced(pion_answer(), "extmap:3 ", id)).transport_wide_number_id == 0);
  }
}

TEST_CASE("A second video is not ours") {
  const SdpAnswer answer = read(with(pion_answer(),
                                     "m=video 9 UDP/TLS/RTP/SAVPF 100\r\na=rtpmap:100 VP8/90000\r\n"
                                     "a=ice-ufrag:other\r\na=inactive"));
  CHECK(answer.vp8 == 96);
  CHECK(answer.ice_ufrag == "KqVLmxOyyxVaPApq");
}

TEST_CASE("A text of 64 kB is read, a longer one is not looked at") {
  std::string text = pion_answer() + "a=x:";
  text.append(SdpAnswer::max_size - text.size(), 'y');
  CHECK(read(text).vp8 == 96);
  CHECK(names(fault(text + "y"), "64 kB"));
}

TEST_CASE("An answer cut off anywhere is read or refused by a sentence") {
  const std::string whole = chromium_answer();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto answer = read_sdp_answer(std::string_view(whole).substr(0, size), ServerCall::publish);
    REQUIRE(answer.value.has_value() == answer.error.empty());
  }
}

namespace {

const std::string bundle = "a=group:BUNDLE 0\r\n", bundle_of_both = "a=group:BUNDLE 0 1\r\n";

/// Pion's answer, or that of another server, with sound.
std::string with_sound(const std::string& answer = pion_answer(), std::string_view direction = "recvonly") {
  return replaced(answer, bundle, bundle_of_both) + sound_of_answer(direction);
}
bool has_sound(const SdpAnswer& answer) {
  const bool all = answer.opus != 0;
  CHECK((answer.audio_level_id != 0 || answer.sends_audio || answer.receives_audio ||
         answer.congestion_feedback_of_sound || answer.transport_wide_feedback_of_sound) == all);
  return all;
}

}  // namespace

TEST_CASE("An answer that takes sound is read whole, and says of the video what it says without") {
  const SdpAnswer answer = read(with_sound());
  CHECK(answer.opus == 111);
  CHECK(answer.audio_level_id == 4);
  CHECK(answer.receives_audio);
  CHECK_FALSE(answer.sends_audio);
  CHECK(answer.transport_wide_feedback_of_sound);
  CHECK_FALSE(answer.congestion_feedback_of_sound);
  CHECK(answer.vp8 == 96);
  CHECK(answer.vp8_retransmission == 97);
  CHECK(answer.transport_wide_number_id == 3);
  CHECK(answer.candidates == read(pion_answer()).candidates);
  CHECK_FALSE(answer.ssrc);
  CHECK(read(with_sound(janus_answer(), "sendonly"), ServerCall::view).sends_audio);
  CHECK(read(with_sound(janus_answer(), "sendonly"), ServerCall::view).ssrc == 2391402953u);
}

TEST_CASE("Answers without sound, in every form, are taken as ever") {
  for (const std::string& text : {pion_answer(), livekit_answer(), chromium_answer(), aiortc_answer()}) {
    CHECK_FALSE(has_sound(read(text)));
  }
  CHECK_FALSE(has_sound(read(janus_answer(), ServerCall::view)));
  const std::string refused = replaced(sound_of_answer(), "m=audio 9", "m=audio 0");
  CHECK_FALSE(has_sound(read(pion_answer() + refused)));
  CHECK_FALSE(has_sound(read(replaced(pion_answer(), bundle, bundle_of_both) + refused)));
  CHECK_FALSE(has_sound(read(with(pion_answer(), "m=audio 0 UDP/TLS/RTP/SAVPF 0"))));
}

TEST_CASE("What is amiss with the sound of an answer takes the sound away, and never the call") {
  struct Row {
    const char* what;
    std::string before, after;
  };
  const auto row = GENERATE(values<Row>({{"not bundled", "BUNDLE 0 1", "BUNDLE 0"},
                                         {"bundled by another name", "BUNDLE 0 1", "BUNDLE 0 2"},
                                         {"no name", "a=mid:1\r\n", ""},
                                         {"another codec", "opus/48000/2", "PCMU/8000"},
                                         {"Opus as it is not", "opus/48000/2", "opus/48000"},
                                         {"no map", "a=rtpmap:111 opus/48000/2\r\n", ""},
                                         {"a type that is not listed", "SAVPF 111", "SAVPF 109"},
                                         {"the video's type", "SAVPF 111", "SAVPF 96"},
                                         {"a type of RTCP", "SAVPF 111", "SAVPF 72"},
                                         {"refused", "m=audio 9", "m=audio 0"}}));
  INFO(row.what);
  const SdpAnswer answer = read(replaced(with_sound(), row.before, row.after));
  CHECK_FALSE(has_sound(answer));
  CHECK(answer.vp8 == 96);
}

TEST_CASE("Directions of sound are its own") {
  struct Row {
    const char* line;
    bool sends, receives;
  };
  const auto row = GENERATE(values<Row>({{"a=recvonly", false, true},
                                         {"a=sendonly", true, false},
                                         {"a=sendrecv", true, true},
                                         {"a=inactive", false, false},
                                         {"a=x", true, true}}));
  std::string sound = sound_of_answer();
  sound = replaced(sound, "a=recvonly", row.line);
  const SdpAnswer answer = read(replaced(pion_answer(), bundle, bundle_of_both) + sound);
  CHECK(answer.sends_audio == row.sends);
  CHECK(answer.receives_audio == row.receives);
  CHECK(answer.receives_video);
  CHECK_FALSE(answer.sends_video);
}

TEST_CASE("Feedback covers sound only where its own lines say so, with the video's id of the number") {
  const auto covered = [](const std::string& text) { return read(text).transport_wide_feedback_of_sound; };
  const std::string fb = "a=rtcp-fb:111 transport-cc\r\n", number = "a=extmap:3 http://www.ietf.org";
  const std::string good = replaced(pion_answer(), bundle, bundle_of_both);
  CHECK(covered(good + sound_of_answer()));
  CHECK_FALSE(covered(good + without(sound_of_answer(), fb)));
  CHECK_FALSE(covered(good + replaced(sound_of_answer(), number, "a=extmap:5 http://www.ietf.org")));
  CHECK_FALSE(covered(good + replaced(sound_of_answer(), number, "a=extmap:2 http://www.ietf.org")));
  CHECK(read(good + replaced(sound_of_answer(), number, "a=extmap:2 http://www.ietf.org")).transport_wide_number_id ==
        3);

  std::string text = replaced(chromium_answer(), bundle, bundle_of_both) + sound_of_answer();
  CHECK_FALSE(read(text).congestion_feedback_of_sound);
  text = with(text, "a=rtcp-fb:* ack ccfb");
  CHECK(read(text).congestion_feedback_of_sound);
  text = with(good + sound_of_answer(), "a=rtcp-fb:* ack ccfb");
  CHECK_FALSE(read(text).congestion_feedback);  // that is of sound alone
}

TEST_CASE("One id for two extensions is refused across both media as within one") {
  CHECK(names(fault(replaced(with_sound(), "extmap:4 urn", "extmap:3 urn")), "id 3"));
  CHECK(read(replaced(with_sound(), "extmap:4 urn", "extmap:15 urn")).audio_level_id == 0);
}

TEST_CASE("What both media share may stand with either of them") {
  const std::string moved[]{"a=candidate:1966762134 1 udp 2130706431 192.0.2.5 40000 typ host\r\n",
                            "a=ice-ufrag:KqVLmxOyyxVaPApq\r\na=ice-pwd:mdyRVjMfOQRKTyGKJyTAxzPtJVJKXhkS\r\n",
                            fingerprint_line,
                            "a=rtcp-mux\r\n",
                            "a=rtcp-rsize\r\n",
                            "a=setup:active\r\n"};
  const SdpAnswer whole = read(with_sound());
  for (const std::string& lines : moved) {
    INFO(lines);
    const SdpAnswer answer = read(without(with_sound(), lines) + lines);
    CHECK(answer.candidates == whole.candidates);
    CHECK(answer.ice_ufrag == whole.ice_ufrag);
    CHECK(answer.ice_password == whole.ice_password);
    CHECK(answer.fingerprint == whole.fingerprint);
    CHECK(answer.server_is_client);
    CHECK(answer.reduced_size_rtcp);
  }
  // But not with sound that goes another way.
  CHECK(names(fault(replaced(without(with_sound(), fingerprint_line) + fingerprint_line, "BUNDLE 0 1", "BUNDLE 0")),
              "fingerprint"));
  // The video's own goes before.
  CHECK(read(with_sound() + "a=ice-ufrag:other\r\na=ice-pwd:0123456789012345678901\r\n").ice_ufrag == whole.ice_ufrag);
}

TEST_CASE("The order of the media does not matter, nor does a second sound") {
  const std::string text = with_sound();
  const auto video = text.find("m=video"), sound = text.find("m=audio");
  const std::string turned = text.substr(0, video) + text.substr(sound) + text.substr(video, sound - video);
  CHECK(read(turned).opus == 111);
  CHECK(read(turned).vp8 == 96);
  CHECK(read(text + replaced(replaced(sound_of_answer(), "SAVPF 111", "SAVPF 112"), "mid:1", "mid:2")).opus == 111);
}

TEST_CASE("An answer with sound that is cut off anywhere is read or refused by a sentence") {
  const std::string whole = with_sound();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto answer = read_sdp_answer(std::string_view(whole).substr(0, size), ServerCall::publish);
    REQUIRE(answer.value.has_value() == answer.error.empty());
  }
}
