#include "app/call/security_description.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace evenkeel;

TEST_CASE("Before there is a peer nothing is said of a pair or of ciphers") {
  const auto json = security_json({});
  CHECK(json["dtlsState"] == "new");
  for (const char* name : {"dtlsCipher", "srtpCipher", "currentRoundTripTime", "arrivalFeedback", "localCandidateType",
                           "remoteCandidateType"}) {
    INFO(name);
    CHECK_FALSE(json.contains(name));
  }
  CHECK(json["consentRequestsSent"] == 0);
}

TEST_CASE("The transport is described by W3C's names, and what was dropped by its reason") {
  SecurityStatus status;
  status.dtls_state = "connected";
  status.dtls_cipher = "ECDHE-ECDSA-AES128-GCM-SHA256";
  status.srtp_cipher = "AEAD_AES_128_GCM";
  status.round_trip_time = 80ms;
  status.feedback = ArrivalFeedback::transport_wide;
  status.local_candidate = CandidateType::host;
  status.remote_candidate = CandidateType::peer_reflexive;
  status.checks.selected_pair_changes = 2;
  status.checks.consent_requests_sent = 9;
  status.ignored = {1, 2, 3, 11, 4, 5, 6};
  status.forged = 7;
  status.replayed = 8;
  status.unknown_media = 9;
  status.foreign_media = 10;
  const auto json = security_json(status);
  CHECK(json["dtlsState"] == "connected");
  CHECK(json["dtlsCipher"] == "ECDHE-ECDSA-AES128-GCM-SHA256");
  CHECK(json["srtpCipher"] == "AEAD_AES_128_GCM");
  CHECK(json["currentRoundTripTime"] == 0.08);
  CHECK(json["arrivalFeedback"] == "transport-wide");
  CHECK(json["localCandidateType"] == "host");
  CHECK(json["remoteCandidateType"] == "prflx");
  CHECK(json["selectedCandidatePairChanges"] == 2);
  CHECK(json["consentRequestsSent"] == 9);
  CHECK(json["ignored"] == nlohmann::ordered_json{{"forgedKnocks", 1},
                                                  {"replayedKnocks", 2},
                                                  {"surplusKnocks", 3},
                                                  {"displacedKnocks", 11},
                                                  {"checks", 4},
                                                  {"uncheckedHandshakes", 5},
                                                  {"unexpected", 6},
                                                  {"forgedMedia", 7},
                                                  {"replayedMedia", 8},
                                                  {"unknownMedia", 9},
                                                  {"foreignMedia", 10}});
}

TEST_CASE("The kind of feedback is named, and that there is none") {
  CHECK(name_of(ArrivalFeedback::congestion) == "rfc8888");
  CHECK(name_of(ArrivalFeedback::none) == "none");
  CHECK(feedback_text(ArrivalFeedback::congestion) == "feedback by RFC 8888");
  CHECK(feedback_text(ArrivalFeedback::transport_wide) == "transport-wide feedback");
  CHECK(feedback_text(ArrivalFeedback::none).starts_with("the other side tells no arrivals"));
}
