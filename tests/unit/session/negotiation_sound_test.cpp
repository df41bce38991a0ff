#include <catch2/catch.hpp>

#include "browser_knock.h"
#include "core/rtp/rtp_packet.h"
#include "core/session/negotiation.h"
#include "core/signal/sdp_offer.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("Sound goes to who offers Opus and receives it") {
  struct Row {
    const char* what;
    std::uint8_t opus;
    bool receives, native, is_received;
  };
  const auto row = GENERATE(values<Row>({{"a browser", 111, true, false, true},
                                         {"one that only talks", 111, false, false, false},
                                         {"one without Opus", 0, true, false, false},
                                         {"an Evenkeel", 111, true, true, true},
                                         {"one without a loudspeaker", 111, false, true, false},
                                         {"one of before there was sound", 0, false, true, false}}));
  INFO(row.what);
  Knock knock = browser();
  knock.opus = row.opus;
  knock.receives_audio = row.receives;
  knock.native = row.native;
  knock.audio_level_id = 7;
  const Negotiated result = negotiate(knock);
  CHECK(result.peer_receives_sound == row.is_received);
  if (row.native) {
    CHECK(result.format == MediaFormat{});
    CHECK_FALSE(result.features);  // its reports tell
  } else {
    CHECK(result.format.audio == row.opus);
    CHECK(result.format.also_audio == 0);
    CHECK(result.format.redundant_audio == 0);
    CHECK(result.format.audio_level_id == 7);
    CHECK(result.features == PeerFeatures{.retransmission = true, .sound = row.opus != 0});
  }
}

TEST_CASE("What is offered to a listener says which way sound goes") {
  const bool sends = GENERATE(false, true), receives = GENERATE(false, true);
  const Knock knock = make_offer({.sends_sound = sends, .receives_sound = receives});
  CHECK(knock.opus == audio_payload_type);
  CHECK(knock.sends_audio == sends);
  CHECK(knock.receives_audio == receives);
  CHECK(negotiate(knock).peer_receives_sound == receives);
}

TEST_CASE("A media server gets sound where it takes it, also where its feedback does not cover it") {
  struct Row {
    const char* what;
    ArrivalFeedback feedback;
    bool covered, receives;
  };
  using enum ArrivalFeedback;
  const auto row = GENERATE(values<Row>({{"RFC 8888", congestion, true, true},
                                         {"RFC 8888 of the video alone", congestion, false, true},
                                         {"transport-wide", transport_wide, true, true},
                                         {"transport-wide of the video alone", transport_wide, false, true},
                                         {"none", none, false, true},
                                         {"it only sends", congestion, true, false}}));
  INFO(row.what);
  SdpAnswer answer;
  answer.vp8 = vp8;
  answer.opus = 109;
  answer.audio_level_id = 9;
  answer.transport_wide_number_id = wide_id;
  answer.congestion_feedback = row.feedback == congestion;
  answer.transport_wide_feedback = row.feedback == transport_wide;
  answer.congestion_feedback_of_sound = answer.congestion_feedback && row.covered;
  answer.transport_wide_feedback_of_sound = answer.transport_wide_feedback && row.covered;
  answer.receives_audio = row.receives;
  const Negotiated result = negotiate(answer);
  CHECK(result.format.feedback == row.feedback);
  CHECK(result.format.feedback_of_sound == (row.covered || row.feedback == none));
  CHECK(result.peer_receives_sound == row.receives);
  CHECK(result.format.audio == 109);
  CHECK(result.format.also_audio == offered::opus);
  CHECK(result.format.redundant_audio == 0);
  CHECK(result.format.audio_level_id == 9);
  CHECK(result.features == PeerFeatures{.sound = true});

  answer.opus = 0;
  CHECK_FALSE(negotiate(answer).peer_receives_sound);
  CHECK(negotiate(answer).format.audio == 0);
  CHECK(negotiate(answer).format.also_audio == 0);
  CHECK(negotiate(answer).features == PeerFeatures{});
}
