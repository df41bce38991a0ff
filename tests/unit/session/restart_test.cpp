#include <catch2/catch.hpp>

#include "tests/unit/session/media_server.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Kind = SecureSession::Event::Kind;

const IceCredentials our_next{"ournext", "abcdefghijklmnopqrstuv"};
const IceCredentials server_next{"theirnext", "vutsrqponmlkjihgfedcba"};

JoinedServer call_with(bool can_restart = true, SdpAnswer answer = answer_of({server_address})) {
  return JoinedServer(answer, std::make_unique<FullServer>(server_is, false, our_address, LocalTime(1h)), can_restart);
}

FullServer& server_of(JoinedServer& call) { return dynamic_cast<FullServer&>(*call.server); }

IceRestart next_way(const std::vector<Endpoint>& candidates = {}) {
  IceRestart restart;
  restart.ice_ufrag = our_next.ufrag;
  restart.ice_password = our_next.password;
  restart.server.ice_ufrag = server_next.ufrag;
  restart.server.ice_password = server_next.password;
  for (const Endpoint& candidate : candidates) {
    restart.server.candidates.push_back({candidate, SdpAnswer::CandidateKind::host, 1});
  }
  return restart;
}

/// A call whose server knows the credentials of before no more.
JoinedServer forgotten_call(bool can_restart = true) {
  JoinedServer call = call_with(can_restart);
  call.run(3s);
  server_of(call).restart(server_next, our_next, call.now);
  return call;
}

}  // namespace

TEST_CASE("After an ICE restart the call goes on with the keys that it has, by the new credentials") {
  JoinedServer call = forgotten_call();
  REQUIRE(call.session.take_keys());
  call.run(4s);
  CHECK(call.session.state() == CallState::silent);
  CHECK(call.session.wanted_restarts() == 0);
  call.run(2500ms);
  CHECK(call.session.wanted_restarts() == 1);
  const auto media_before = call.media_of_ours;
  call.session.restart(next_way(GENERATE(std::vector<Endpoint>{}, std::vector{server_address})), call.now);
  call.run(1s);
  CHECK(call.session.state() == CallState::in_call);
  CHECK(call.events == std::vector{Kind::keys, Kind::connected, Kind::silent, Kind::returned});
  CHECK_FALSE(call.session.take_keys());
  CHECK(call.media_of_ours > media_before + 5);
  CHECK(server_of(call).agent().selected()->to == our_address);
  CHECK(server_of(call).handshake().state() == Handshake::State::done);
  call.run(60s);
  CHECK(call.session.state() == CallState::in_call);
  CHECK(call.session.wanted_restarts() == 1);
}

TEST_CASE("Checks of before an ICE restart are dead, and figures go on") {
  JoinedServer call = forgotten_call();
  call.run(6s);
  const auto figures = call.session.current()->agent().counters();
  StunWriter check(StunClass::request, StunTransactionId{1});
  check.username(server_ice.ufrag, our_ice.ufrag).priority(1).controlled(1);
  const auto old = check.finish(our_ice.password, openssl_cryptography());
  const Route way(server_address, our_address.address);
  CHECK(call.session.on_datagram(old, way, call.now) == SecureSession::Kind::handled);
  call.session.restart(next_way(), call.now);
  const auto discarded = call.session.counters().discarded_checks;
  CHECK(call.session.on_datagram(old, way, call.now) == SecureSession::Kind::ignored);
  CHECK(call.session.counters().discarded_checks == discarded + 1);
  CHECK_FALSE(call.session.route());
  call.run(1s);
  CHECK(call.session.route());
  CHECK(call.session.current()->agent().counters().requests_sent > figures.requests_sent);
}

TEST_CASE("What comes before the new way is found does not bring the call back: there is nowhere to send to") {
  JoinedServer call = forgotten_call();
  call.run(6s);
  call.cut = true;
  call.session.restart(next_way(), call.now);
  call.session.on_authenticated({server_address, our_address.address}, 100, call.now);
  CHECK(call.session.state() == CallState::silent);
  CHECK_FALSE(call.has(Kind::returned));
}

TEST_CASE("A restart that the server agreed to late does not end a call that is back") {
  JoinedServer call = call_with();
  call.run(3s);
  server_of(call).restart(server_next, our_next, call.now);
  call.session.restart(next_way(), call.now);
  call.run(3s);
  CHECK(call.session.state() == CallState::in_call);
  CHECK_FALSE(call.has(Kind::silent));
}

TEST_CASE("A server that takes no restarts is asked for none, nor is one that refused") {
  const bool refuses = GENERATE(false, true);
  JoinedServer call = forgotten_call(refuses);
  if (refuses) call.session.refuse_restarts();
  call.run(40s);
  CHECK(call.session.wanted_restarts() == 0);
  CHECK(call.session.state() == CallState::ended);
}

TEST_CASE("Restarts that come to nothing are wanted ten seconds apart, and the call ends as it would without") {
  JoinedServer call = forgotten_call();
  std::vector<int> at;
  for (int second = 1; second <= 60; ++second) {
    call.run(1s);
    while (at.size() < call.session.wanted_restarts()) at.push_back(second);
  }
  REQUIRE(at.size() == 3);
  CHECK(at[0] <= 7);
  CHECK(at[1] - at[0] == 10);
  CHECK(at[2] - at[1] == 10);
  CHECK(call.session.state() == CallState::ended);
  CHECK(call.count(Kind::lost) == 1);
  CHECK(call.session.next_wake() == LocalTime::max());
}

TEST_CASE("Changes of our addresses ask again soon after the last of them, and not without end") {
  JoinedServer call = forgotten_call();
  call.run(8s);
  CHECK(call.session.wanted_restarts() == 1);
  for (std::uint64_t burst = 0; burst < 5; ++burst) {
    const std::uint64_t before = call.session.wanted_restarts();
    for (int i = 0; i < 8; ++i) {
      call.session.on_addresses_changed(call.now);
      call.run(50ms);
      CHECK(call.session.wanted_restarts() == before);
    }
    call.run(2s);
    CHECK(call.session.wanted_restarts() == std::min(2 + burst, std::uint64_t{SecureSession::max_restarts}));
  }
}

TEST_CASE("Who moves and is answered by the same credentials wants no restart") {
  JoinedServer call = call_with();
  call.run(3s);
  call.session.on_addresses_changed(call.now);
  call.run(20s);
  CHECK(call.session.wanted_restarts() == 0);
}

TEST_CASE("Where media come and no check is answered, a restart is wanted as soon as consent is lost") {
  JoinedServer call = call_with();
  call.server_talks = true;
  call.run(3s);
  call.server.reset();
  call.run(25s);
  CHECK(call.session.wanted_restarts() == 0);
  CHECK(call.session.state() == CallState::in_call);
  call.run(8s);
  CHECK(call.session.state() == CallState::silent);
  CHECK(call.session.wanted_restarts() == 1);
}

TEST_CASE("A server that agreed in the last moment has the time to be found") {
  JoinedServer call = forgotten_call();
  call.cut = true;
  call.run(29s);
  call.session.restart(next_way(), call.now);
  call.run(5s);
  CHECK(call.session.state() == CallState::silent);
  call.cut = false;
  call.run(2s);
  CHECK(call.session.state() == CallState::in_call);
}

TEST_CASE("A relay is checked by the new credentials, too") {
  JoinedServer call = forgotten_call();
  const Endpoint lent = address_of(77);
  call.session.set_relayed_addresses({lent}, call.now);
  call.run(6s);
  call.session.restart(next_way(), call.now);
  bool relayed = false;
  for (int i = 0; i < 200; ++i, call.now += 1ms) {
    while (const auto out = call.session.poll(call.now))
      relayed |= out->route == Route::by_relay(server_address, lent.address);
  }
  CHECK(relayed);
}

TEST_CASE("A restart tells no time at which the session is woken in vain") {
  JoinedServer call = forgotten_call();
  call.run(6s);
  call.session.restart(next_way({address_of(9)}), call.now);
  for (int turns = 0; turns < 5000 && call.session.next_wake() != LocalTime::max(); ++turns) {
    call.now = std::max(call.now, call.session.next_wake());
    while (call.session.poll(call.now)) {
    }
    REQUIRE(call.session.next_wake() > call.now);
  }
  CHECK(call.session.state() == CallState::ended);
}

TEST_CASE("The address of a server is of the type that its answer names") {
  SdpAnswer answer = answer_of({server_address});
  answer.candidates[0].kind = SdpAnswer::CandidateKind::server_reflexive;
  JoinedServer call = call_with(false, answer);
  call.run(1s);
  CHECK(call.session.current()->agent().remote_candidate_type() == CandidateType::server_reflexive);
}
