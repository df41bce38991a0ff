#include "app/call/peer_recording.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

TEST_CASE("That the peer records is reported once, and so is that it records no longer") {
  PeerRecording peer;
  CHECK_FALSE(peer.step({true, std::nullopt}));
  CHECK_FALSE(peer.step({true, false}));
  CHECK(peer.step({true, true}) == true);
  CHECK(peer.records());
  CHECK_FALSE(peer.step({true, true}));
  CHECK(peer.step({true, false}) == false);
  CHECK_FALSE(peer.records());
  CHECK_FALSE(peer.step({true, false}));
}

TEST_CASE("A peer that returns is not said to record no longer until it says so") {
  PeerRecording peer;
  peer.step({true, true});
  CHECK_FALSE(peer.step({true, std::nullopt}));
  CHECK(peer.records());
  SECTION("it still records") { CHECK_FALSE(peer.step({true, true})); }
  SECTION("it ended its recording meanwhile") { CHECK(peer.step({true, false}) == false); }
}

TEST_CASE("What a peer said is not said of the next one, also where the end of the call passed unseen") {
  PeerRecording peer;
  peer.step({true, true});
  const bool seen = GENERATE(true, false);
  seen ? (void)peer.step({false, true}) : peer.begin_call();
  CHECK_FALSE(peer.records());
  CHECK_FALSE(peer.step({true, std::nullopt}));  // as one that knows nothing of it
  CHECK_FALSE(peer.step({true, false}));
  CHECK_FALSE(peer.records());
  CHECK(peer.step({true, true}) == true);
}

TEST_CASE("What was said before a call is known to have begun is reported once, with the next step") {
  PeerRecording peer;
  peer.step({true, true});
  peer.begin_call();
  CHECK_FALSE(peer.step({true, true}));  // may still be of the last one
  CHECK_FALSE(peer.records());
  CHECK(peer.step({true, true}) == true);
  CHECK_FALSE(peer.step({true, true}));
}
