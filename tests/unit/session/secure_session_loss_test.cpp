#include "core/session/secure_session.h"

#include <catch2/catch.hpp>

#include "tests/unit/session/secure_pair.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("Who answers no check for half a minute gets nothing more, though what it sends is genuine") {
  Call call;
  call.network.run(1s);
  REQUIRE(call.both_in_call());
  call.network.remove(calls);
  const auto send = [&](int packets) {  // sealed with the right key, from wherever
    for (int i = 0; i < packets; ++i) {
      call.network.inject(elsewhere, listens, {0x80, 96, 0, 0});
      call.network.run(100ms);
    }
  };
  send(400);
  CHECK(call.listening().state() == CallState::silent);
  CHECK_FALSE(call.listening().route());
  send(400);
  CHECK(call.listening().state() == CallState::waiting);  // nor does it keep its place
}

TEST_CASE("A caller that lost a listener which now asks is back when it is accepted, and not before") {
  Call call;
  call.network.run(1s);
  auto& again = call.network.add(listens, listener(1, true));
  again.talks = true;
  call.network.run(20s);
  CHECK(again.session->state() == CallState::ringing);
  CHECK(call.calling().state() == CallState::silent);
  CHECK(count(call.caller_end, Kind::returned) == 0);
  CHECK(count(again, Kind::ringing) == 1);
  again.session->accept(fingerprint_of(2), call.network.now);
  call.network.run(300ms);
  CHECK(call.calling().state() == CallState::in_call);
}

TEST_CASE("A stranger at the listener's address does not end a call that began") {
  Call call;
  call.network.run(1s);
  auto& stranger = call.network.add(listens, listener(9));
  stranger.talks = false;  // without the keys
  call.network.run(20s);
  CHECK(call.calling().state() == CallState::silent);
  CHECK_FALSE(has(call.caller_end, Kind::failed));
  CHECK_FALSE(has(call.caller_end, Kind::left));
}

TEST_CASE("A knock that somebody heard, signed with another password, begins nothing and is not used up") {
  SecureNetwork network;
  auto& there = network.add(listens, listener(1));
  auto& here = network.add(calls, caller(2, link_to(1, listens), network.now));
  there.talks = here.talks = true;
  network.run(1ms);
  auto forged = recorded_knock(network);
  REQUIRE(forged.size() > 40);
  forged[forged.size() - 20] ^= 1;  // of the integrity; the fingerprint behind it is wrong as well then
  network.delay = 10ms;             // it overtakes the true one
  network.inject(elsewhere, listens, forged);
  network.run(20ms);
  CHECK(there.sent == 0);
  network.delay = 50ms;
  network.run(1s);
  CHECK(here.session->state() == CallState::in_call);
}

TEST_CASE("A caller that rings, knocks again and finds its old path mended does not spin") {
  Call call(true);
  call.network.run(500ms);
  REQUIRE(call.calling().state() == CallState::ringing);
  call.network.loses = [](const auto& sent) {  // the caller's checks, so that only its own consent is lost
    return sent.from == calls && sent.datagram[0] == 0 && sent.datagram[1] == 1;
  };
  call.network.run(32s);
  REQUIRE_FALSE(call.calling().route());
  call.network.loses = [](const auto& sent) { return sent.datagram[0] == 22; };  // the new handshake's
  call.network.move(calls, elsewhere);
  call.calling().on_addresses_changed(call.network.now);
  call.network.run(8s);
  REQUIRE(call.calling().state() == CallState::ringing);
  REQUIRE(call.calling().route());
  CHECK(call.calling().next_wake() >= call.network.now);
}
