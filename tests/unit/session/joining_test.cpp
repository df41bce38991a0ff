#include "core/session/joining.h"

#include <catch2/catch.hpp>

#include "tests/unit/session/media_server.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Kind = SecureSession::Event::Kind;

JoinedServer full(bool server_begins = false) {
  return JoinedServer(answer_of({server_address}, server_begins),
                      std::make_unique<FullServer>(server_is, server_begins, our_address, LocalTime(1h)));
}

SdpAnswer lite_answer(bool server_begins = false) {
  SdpAnswer answer = answer_of({server_address}, server_begins);
  answer.ice_lite = true;
  return answer;
}

}  // namespace

TEST_CASE("Who joins a server is in the call as soon as there are keys, whoever begins the handshake") {
  JoinedServer call = full(GENERATE(false, true));
  call.run(1s);
  CHECK(call.session.state() == CallState::in_call);
  CHECK(call.events == std::vector{Kind::keys, Kind::connected});
  CHECK(call.session.take_keys());
  CHECK(*call.session.peer() == fingerprint_of(server_is));
  CHECK(call.session.step() == SecureSession::Step::media);
  CHECK(call.session.is_caller());
  CHECK(call.session.route()->to == server_address);
  CHECK(call.media_of_ours > 3);
  CHECK(call.server->handshake().state() == Handshake::State::done);
}

TEST_CASE("The offerer is controlling, and the server follows its nomination") {
  JoinedServer call = full();
  call.run(1s);
  const auto& agent = dynamic_cast<FullServer&>(*call.server).agent();
  CHECK(agent.role() == IceAgent::Role::controlled);
  CHECK(call.session.current()->agent().role() == IceAgent::Role::controlling);
  CHECK(agent.selected()->to == our_address);
}

TEST_CASE("An ICE-lite server asks nothing: our checks find the way, and our nomination is all it goes by") {
  const bool server_begins = GENERATE(false, true);
  JoinedServer call(lite_answer(server_begins), std::make_unique<LiteServer>(server_begins));
  call.run(1s);
  CHECK(call.session.state() == CallState::in_call);
  CHECK(call.media_of_ours > 3);
  CHECK(dynamic_cast<LiteServer&>(*call.server).controlled_checks == 0);
}

TEST_CASE("A server that knows no address of ours learns it by our checks") {
  JoinedServer call(answer_of({server_address}),
                    std::make_unique<FullServer>(server_is, false, std::nullopt, LocalTime(1h)));
  call.run(1s);
  CHECK(call.session.state() == CallState::in_call);
}

TEST_CASE("All addresses of an answer are tried, and one that works is enough") {
  SdpAnswer answer = answer_of({address_of(7), address_of(8), server_address});
  JoinedServer call(answer, std::make_unique<FullServer>(server_is, false, our_address, LocalTime(1h)));
  call.run(2s);
  CHECK(call.session.state() == CallState::in_call);
  CHECK(call.asked.size() == 3);
}

TEST_CASE("Another certificate than the answer names: no keys, no call, and it is said why") {
  JoinedServer call(answer_of({server_address}),
                    std::make_unique<FullServer>(9, GENERATE(false, true), our_address, LocalTime(1h)));
  call.run(2s);
  CHECK(call.session.wrong_certificate());
  call.run(29s);  // who begins does not begin again
  CHECK(call.session.state() == CallState::ended);
  CHECK(call.session.step() == SecureSession::Step::handshake);
  CHECK_FALSE(call.session.failure().empty());
  CHECK(call.events == std::vector{Kind::failed});
  CHECK_FALSE(call.session.take_keys());
  CHECK(call.media_of_ours == 0);
  const auto sent = call.sent;
  call.run(60s);
  CHECK(call.sent == sent);  // no other attempt: an answer is for one offer
}

TEST_CASE("One forged message of a handshake ends no call that begins, and two do") {
  JoinedServer call = full();
  while (!call.session.is_shaking_hands()) call.run(1ms);
  std::vector<std::uint8_t> forged{22, 1};  // as PlainHandshake has it
  const Sha256Digest stranger = fingerprint_of(9);
  forged.insert(forged.end(), stranger.begin(), stranger.end());
  const int messages = GENERATE(1, 2);
  for (int i = 0; i < messages; ++i) call.from_server(forged);
  call.run(2s);
  const bool survives = messages == 1;
  CHECK(call.session.state() == (survives ? CallState::in_call : CallState::ended));
  CHECK(call.has(Kind::failed) == !survives);
  CHECK(call.session.wrong_certificate() == !survives);
}

TEST_CASE("A server that never answers a check is given up after half a minute, and the step is reported") {
  JoinedServer call(answer_of({server_address}));
  call.run(29s);
  CHECK(call.session.state() == CallState::connecting);
  CHECK(call.session.step() == SecureSession::Step::check);
  CHECK(call.sent > 10);
  CHECK(call.sent < 60);
  call.run(2s);
  CHECK(call.session.state() == CallState::ended);
  CHECK(call.events == std::vector{Kind::failed});
  CHECK_FALSE(call.session.wrong_certificate());
  const auto sent = call.sent;
  call.run(60s);
  CHECK(call.sent == sent);
}

TEST_CASE("A server that answers checks and no handshake is given up, and the step is reported") {
  JoinedServer call(lite_answer(true), std::make_unique<LiteServer>(false));  // both wait
  call.run(31s);
  CHECK(call.session.state() == CallState::ended);
  CHECK(call.session.step() == SecureSession::Step::handshake);
  CHECK(call.events == std::vector{Kind::failed});
}

TEST_CASE("A server that says nothing is there as long as it answers checks") {
  JoinedServer call = full(GENERATE(false, true));
  call.run(60s);
  CHECK(call.session.state() == CallState::in_call);
  CHECK_FALSE(call.has(Kind::silent));
  // It is asked more often than consent demands, and not by the second datagram.
  const auto checks = call.session.current()->agent().counters().consent_requests_sent;
  CHECK(checks > 20);
  CHECK(checks < 80);
}

TEST_CASE("A server that talks is asked no more than consent demands") {
  JoinedServer call = full();
  call.server_talks = true;
  call.run(60s);
  CHECK_FALSE(call.has(Kind::silent));
  CHECK(call.session.current()->agent().counters().consent_requests_sent < 25);
}

TEST_CASE("A server that is gone for a while is silent and returns; gone for longer, the call is over") {
  JoinedServer call = full();
  call.server_talks = true;
  call.run(5s);
  call.cut = true;
  call.run(4s);
  CHECK(call.session.state() == CallState::silent);
  CHECK(call.count(Kind::silent) == 1);
  call.server_talks = GENERATE(true, false);
  call.cut = false;
  call.run(3s);
  CHECK(call.session.state() == CallState::in_call);
  CHECK(call.count(Kind::returned) == 1);
  call.cut = true;
  call.run(40s);
  CHECK(call.session.state() == CallState::ended);
  CHECK(call.count(Kind::lost) == 1);
  CHECK_FALSE(call.has(Kind::left));
  CHECK(call.last_route.to == server_address);  // although consent is lost by then
  CHECK(call.session.lost());
  CHECK(call.session.next_wake() == LocalTime::max());
}

TEST_CASE("The call is over when the server says close_notify, or BYE") {
  JoinedServer call = full();
  call.run(1s);
  SECTION("close_notify") { call.server->handshake().close(); }
  SECTION("BYE") { call.session.on_bye(call.now); }
  call.run(200ms);
  CHECK(call.session.state() == CallState::ended);
  CHECK(call.events.back() == Kind::left);
  CHECK_FALSE(call.session.lost());
  CHECK(call.session.peer() == nullptr);
  const auto sent = call.sent;
  call.run(60s);
  CHECK(call.sent == sent);
}

TEST_CASE("Who hangs up says close_notify to the server") {
  JoinedServer call = full();
  call.run(1s);
  call.session.hang_up();
  call.run(200ms);
  CHECK(call.session.state() == CallState::ended);
  CHECK(call.server->handshake().state() == Handshake::State::closed);
}

TEST_CASE("Of who joins nobody is a caller: it rings not, takes no knock, and no link is renewed") {
  JoinedServer call = full();
  call.run(1s);
  call.session.accept(fingerprint_of(server_is), call.now);
  call.session.decline(fingerprint_of(server_is), call.now);
  CHECK_FALSE(call.session.renew(tools_of(4, false, 4), {LinkSecret{8}, false}, call.now));
  CHECK(call.session.state() == CallState::in_call);
  CHECK_FALSE(call.has(Kind::ringing));
}

TEST_CASE("A session that joins has no time at which it wants to be woken in vain") {
  JoinedServer call(answer_of({server_address}));
  for (int turns = 0; turns < 5000 && call.session.next_wake() != LocalTime::max(); ++turns) {
    call.now = std::max(call.now, call.session.next_wake());
    while (call.session.poll(call.now)) {
    }
    while (call.session.take_event()) {
    }
    REQUIRE(call.session.next_wake() > call.now);
  }
  CHECK(call.session.state() == CallState::ended);
}
