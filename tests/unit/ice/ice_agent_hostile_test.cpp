#include "core/ice/ice_agent.h"

#include <catch2/catch.hpp>

#include "tests/unit/ice/forged_peer.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Role = IceAgent::Role;

TEST_CASE("a recorded request from other addresses yields fewer bytes than it has") {
  LoneAgent lone(GENERATE(Role::controlled, Role::controlling));
  lone.connect();
  const Bytes recorded = lone.request(true);
  lone.give(recorded, way);
  lone.drain();
  for (unsigned i = 0; i < 100; ++i) lone.give(recorded, {stranger(i), own_address});
  const auto sent = lone.wait(30s);
  for (unsigned i = 0; i < 100; ++i) {
    CHECK(bytes_to(sent, stranger(i)) < recorded.size());
    CHECK_FALSE(lone.agent.is_validated(stranger(i)));
  }
  CHECK(lone.agent.selected() == way);
}

TEST_CASE("a recorded request teaches nothing hours later") {
  LoneAgent lone(Role::controlled);
  lone.connect();
  const Bytes recorded = lone.request(true);
  lone.give(recorded, way);
  for (int i = 0; i < 5'000; ++i) {
    lone.wait(100ms);
    lone.give(lone.request(), way);
  }
  lone.wait(1s);
  lone.give(recorded, {stranger(1), own_address});
  CHECK(bytes_to(lone.wait(30s), stranger(1)) < recorded.size());
}

TEST_CASE("an address that only sends requests gets at most three times their bytes") {
  LoneAgent lone(Role::controlled);
  std::size_t received = 0, sent = 0;
  for (int i = 0; i < 50; ++i) {
    const Bytes request = lone.request(true);
    received += request.size();
    lone.give(request, way);
    sent += bytes_to(lone.wait(i < 25 ? 10ms : 2s), peer_address);
    REQUIRE(sent <= 3 * received);
  }
  sent += bytes_to(lone.wait(10min), peer_address);
  CHECK(sent <= 3 * received);
  CHECK_FALSE(lone.agent.is_validated(way));
}

TEST_CASE("strangers do not displace what answered") {
  LoneAgent lone(Role::controlled);
  for (unsigned i = 0; i < 15; ++i) lone.connect(stranger(200 + i));
  for (unsigned i = 0; i < 200; ++i) {
    lone.give(lone.request(), {stranger(i), own_address});
    lone.wait(100ms);
  }
  for (unsigned i = 0; i < 15; ++i) CHECK(lone.agent.is_validated(stranger(200 + i)));
  // One who answers finds a place nevertheless.
  lone.wait(3s);
  lone.give(lone.request(), way);
  for (const auto& one : lone.drain())
    if (is_request(one) && one.route == way) lone.give_answer(one, way);
  CHECK(lone.agent.is_validated(way));
}

TEST_CASE("a flood of valid requests is bounded in work") {
  LoneAgent lone(Role::controlled);
  lone.connect();
  lone.drain();
  const Bytes recorded = lone.request();
  lone.give(recorded, way);
  lone.drain();
  const bool is_peer = GENERATE(false, true);  // the sender is forged
  unsigned authenticated = 0;
  std::size_t answered = 0;
  for (unsigned i = 0; i < 20'000; ++i) {
    lone.now += 50us;
    authenticated += lone.give(recorded, is_peer ? way : Route(stranger(i % 250), own_address));
    for (const auto& sent : lone.drain()) answered += is_request(sent) ? 0U : 1U;
  }
  CHECK(authenticated <= 601);
  CHECK(authenticated >= 599);
  CHECK(answered <= 41);
  CHECK(answered >= 39);
  // Others are served beside it, and answered.
  const Route other = is_peer ? Route(stranger(1), own_address) : way;
  CHECK(lone.give(lone.request(), other));
  const auto sent = lone.drain();
  CHECK(std::any_of(sent.begin(), sent.end(), [&](const auto& one) { return !is_request(one) && one.route == other; }));
}
