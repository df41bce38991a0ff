#include <catch2/catch.hpp>

#include "tests/unit/session/secure_pair.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr PeerFeatures listener_features{true, true, true, true, true};
constexpr PeerFeatures caller_features{true, true, false, true, false};

}  // namespace

TEST_CASE("Two Evenkeels know each other's features when their call begins, unless one of them is older") {
  struct Row {
    std::optional<PeerFeatures> listener, caller;
  };
  const auto row = GENERATE(values<Row>({{listener_features, caller_features},
                                         {std::nullopt, caller_features},
                                         {listener_features, std::nullopt},
                                         {std::nullopt, std::nullopt}}));
  SecureNetwork network;
  auto& there = network.add(listens, listener(1, false, a_secret, row.listener));
  auto& here = network.add(calls, caller(2, link_to(1, listens), network.now, 0, row.caller));
  network.run(500ms);
  REQUIRE(there.session->peer() != nullptr);
  REQUIRE(here.session->peer() != nullptr);
  CHECK(there.session->negotiated().features == row.caller);
  const bool both = row.listener && row.caller;
  CHECK(here.session->negotiated().features == (both ? row.listener : std::nullopt));
}

TEST_CASE("A caller that is no Evenkeel gets no features") {
  Knock knock;
  knock.fingerprint = fingerprint_of(2);
  knock.vp8 = 96;
  SecureNetwork network;
  network.add(listens, listener(1, false, a_secret, listener_features));
  auto& here =
      network.add(calls, std::make_unique<SecureSession>(
                             tools_of(2, true, 2), SecureSession::Calling{link_to(1, listens), knock}, network.now));
  network.run(500ms);
  REQUIRE(here.session->current() != nullptr);
  CHECK_FALSE(here.session->current()->agent().peer_features());
}
