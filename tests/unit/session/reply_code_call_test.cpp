#include <catch2/catch.hpp>

#include "tests/unit/session/reply_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Kind = SecureSession::Event::Kind;

constexpr std::size_t listening = ReplyCall::listening, calling = ReplyCall::calling;

}  // namespace

TEST_CASE("A caller that nothing answers for 6 s offers a reply code, and each NAT alone lets nobody in") {
  ReplyCall call;
  call.run(5900ms);
  CHECK(call.caller_side().reply_code().empty());
  call.run(200ms);
  const std::string code = call.caller_side().reply_code();
  CHECK(looks_like_reply_code(code));
  CHECK(code.size() < 300);
  CHECK(call.told(calling, Kind::offers_reply_code) == 1);
  call.run(60s);
  CHECK(call.caller_side().reply_code() == code);
  CHECK(call.caller_side().state() == CallState::connecting);
  CHECK(call.caller_side().step() == SecureSession::Step::check);
}

TEST_CASE("The reply code brings both together through their NATs, whenever it comes back within ten minutes") {
  const auto kind = GENERATE(NatKind::full_cone, NatKind::restricted, NatKind::port_restricted);
  const auto after = GENERATE(Duration(3s), Duration(5min), Duration(9min + 50s));
  CAPTURE(static_cast<int>(kind), after / 1s);
  ReplyCall call(kind);
  call.run(7s);
  const std::string code = call.caller_side().reply_code();
  call.run(after);
  if (call.both_in_call()) return;  // a full cone lets the caller in without
  REQUIRE(call.listener_side().take_reply_code("  <" + code + ">\n", call.now) == "");
  CHECK(call.run_until_in_call(20s) < 3s);
  CHECK(*call.listener_side().peer() == fingerprint_of(2));
  CHECK(*call.caller_side().peer() == fingerprint_of(1));
  CHECK(call.listener_side().peer_knock()->vp8 == 96);
  CHECK(call.caller_side().reply_code().empty());
  call.run(2min);
  CHECK(call.both_in_call());
}

// A knock and the code may find the same way at once, and nothing in a handshake tells them apart.
TEST_CASE("Whenever the code is given, of the ways that it and a knock find one alone goes on, and lasts") {
  for (int i = 0; i < 500; ++i) {
    INFO("case " << i);
    ReplyCall call(i % 2 ? NatKind::port_restricted : NatKind::restricted);
    call.run(7s);
    const std::string code = call.caller_side().reply_code();
    call.run(i * 43ms);
    REQUIRE(call.listener_side().take_reply_code(code, call.now) == "");
    REQUIRE(call.run_until_in_call(20s) < 3s);
    call.run(45s);
    REQUIRE(call.both_in_call());
    for (const auto& events : call.events) REQUIRE(std::ranges::count(events, Kind::silent) == 0);
  }
}

TEST_CASE("While a caller waits for its reply code, its NAT hears it every few seconds") {
  ReplyCall call;
  call.run(9min);
  for (std::size_t i = 1; i < call.sent[calling].size(); ++i) {
    REQUIRE(call.sent[calling][i] - call.sent[calling][i - 1] <= 2s);
  }
  CHECK(call.sent[calling].size() < 2 * 60 * 9);  // and no more than twice a second
}

TEST_CASE("After ten minutes a caller offers its reply code no longer, and it leads nowhere") {
  ReplyCall call;
  call.run(10min + 5s);
  const std::string code = call.caller_side().reply_code();
  CHECK_FALSE(code.empty());
  call.run(2s);
  CHECK(call.caller_side().reply_code().empty());
  call.run(1min);
  CHECK(call.caller_side().reply_code().empty());
  CHECK(call.caller_side().state() == CallState::connecting);
  call.caller_side().hang_up();  // as the application does
  REQUIRE(call.listener_side().take_reply_code(code, call.now) == "");
  call.run(SecureSession::reply_timeout + 1s);
  CHECK(call.told(listening, Kind::reply_code_unanswered) == 1);
  CHECK(call.listener_side().state() == CallState::waiting);
  CHECK(call.listener_side().next_wake() > call.now);
}

TEST_CASE("A listener that asks rings for who comes by a reply code, too") {
  ReplyCall call(NatKind::port_restricted, true);
  call.run(7s);
  REQUIRE(call.listener_side().take_reply_code(call.caller_side().reply_code(), call.now) == "");
  call.run(3s);
  CHECK(call.listener_side().state() == CallState::ringing);
  CHECK(call.told(listening, Kind::ringing) == 1);
  call.listener_side().accept(fingerprint_of(2), call.now);
  CHECK(call.run_until_in_call(2s) < 1s);
}

TEST_CASE("A reply code that led nowhere can be given again, at once when its time is over") {
  ReplyCall call;
  call.run(7s);
  const std::string code = call.caller_side().reply_code();
  call.path_is_dead = true;
  REQUIRE(call.listener_side().take_reply_code(code, call.now) == "");
  call.run(10s);
  CHECK(call.listener_side().take_reply_code(code, call.now).starts_with("This reply code is being tried already"));
  call.run(21s);
  CHECK(call.told(listening, Kind::reply_code_unanswered) == 1);
  call.path_is_dead = false;
  REQUIRE(call.listener_side().take_reply_code(code, call.now) == "");
  CHECK(call.run_until_in_call(20s) < 3s);
}

TEST_CASE("A handshake that stalls does not use the reply code up") {
  ReplyCall call;
  call.run(7s);
  const std::string code = call.caller_side().reply_code();
  REQUIRE(call.listener_side().take_reply_code(code, call.now) == "");
  while (call.caller_side().step() == SecureSession::Step::check) call.run(1ms);
  call.path_is_dead = true;
  call.run(40s);
  REQUIRE_FALSE(call.both_in_call());
  REQUIRE(call.caller_side().reply_code() == code);
  call.path_is_dead = false;
  REQUIRE(call.listener_side().take_reply_code(code, call.now) == "");
  CHECK(call.run_until_in_call(20s) < 3s);
}

TEST_CASE("What is no reply code of this link is refused in one sentence, and nothing is sent for it") {
  ReplyCall call;
  call.run(7s);
  const std::string code = call.caller_side().reply_code();
  const auto sent = call.sent[listening].size();
  const auto refusal = [&](const std::string& text) { return call.listener_side().take_reply_code(text, call.now); };
  std::string damaged = code;
  damaged[100] = damaged[100] == 'A' ? 'B' : 'A';
  CHECK(refusal(damaged).starts_with("This reply code is damaged"));
  CHECK(refusal(code.substr(0, 150)).starts_with("This reply code is damaged"));
  CHECK(refusal("r2" + code.substr(2)).starts_with("This reply code needs a newer Evenkeel"));
  CHECK(refusal("").starts_with("This is no reply code"));
  CHECK(refusal(std::string(5000, 'r')).starts_with("This is no reply code"));
  CHECK(refusal(std::string("r1.\0\xff\n", 7)).starts_with("This reply code is damaged"));
  CHECK(call.caller_side().take_reply_code(code, call.now).starts_with("A reply code is for the side"));
  ReplyCall other;
  other.sessions[calling] = caller(2, link_to(1, other.seen(listening), LinkSecret{9}), other.now);
  other.sessions[calling]->set_own_addresses({other.seen(calling)});
  other.run(7s);
  CHECK(refusal(other.caller_side().reply_code()).starts_with("This reply code belongs to another link"));
  call.run(10s);
  CHECK(call.sent[listening].size() == sent);
  CHECK(call.listener_side().state() == CallState::waiting);
}

TEST_CASE("A reply code is refused once its call began, while another is on, and after its call") {
  ReplyCall call;
  call.run(7s);
  const std::string code = call.caller_side().reply_code();
  REQUIRE(call.listener_side().take_reply_code(code, call.now) == "");
  REQUIRE(call.run_until_in_call(5s) < 3s);
  CHECK(call.listener_side().take_reply_code(code, call.now) == "Whoever sent this reply code is here already.");
  call.caller_side().hang_up();
  call.run(1s);
  REQUIRE(call.listener_side().state() == CallState::waiting);
  CHECK(call.listener_side().take_reply_code(code, call.now).starts_with("This reply code is of a call that has been"));
  call.call_again(3);
  // The NATs are open from the call before.
  REQUIRE(call.run_until_in_call(5s) < 3s);
  CHECK(call.listener_side().take_reply_code(code, call.now).starts_with("A call is on"));
  CHECK(call.both_in_call());
}

TEST_CASE("A caller that moved writes its reply code anew, and both lead to it") {
  ReplyCall call;
  call.run(7s);
  const std::string before = call.caller_side().reply_code();
  call.caller_side().set_own_addresses({address_of(77), call.seen(calling)});
  call.run(1s);
  const std::string after = call.caller_side().reply_code();
  CHECK(after != before);
  CHECK(call.told(calling, Kind::offers_reply_code) == 2);
  call.caller_side().set_own_addresses({address_of(77), call.seen(calling)});
  CHECK(call.caller_side().reply_code() == after);
  const bool old = GENERATE(true, false);
  REQUIRE(call.listener_side().take_reply_code(old ? before : after, call.now) == "");
  CHECK(call.run_until_in_call(5s) < 3s);
}

TEST_CASE("No reply code without an address, nor where the peer answers") {
  ReplyCall call(GENERATE(NatKind::port_restricted, NatKind::full_cone));
  call.caller_side().set_own_addresses({Endpoint{{}, 5004}, address_of(1, 0)});
  call.run(1min);
  CHECK(call.told(calling, Kind::offers_reply_code) == 0);
  ReplyCall open(NatKind::full_cone);
  open.run(1min);
  CHECK(open.both_in_call());
  CHECK(open.told(calling, Kind::offers_reply_code) == 0);
}

TEST_CASE("Where both NATs draw a port for each address, the reply code leads nowhere, and both say so in time") {
  ReplyCall call(NatKind::symmetric);
  call.run(7s);
  REQUIRE(call.listener_side().take_reply_code(call.caller_side().reply_code(), call.now) == "");
  call.run(31s);
  CHECK(call.told(listening, Kind::reply_code_unanswered) == 1);
  call.run(10min);
  CHECK(call.caller_side().state() == CallState::connecting);
  CHECK(call.caller_side().reply_code().empty());
}

TEST_CASE("A newer reply code takes the place of the one before") {
  ReplyCall call;
  call.run(7s);
  const std::string gone = call.caller_side().reply_code();
  call.call_again(3);
  call.run(7s);
  REQUIRE(call.listener_side().take_reply_code(gone, call.now) == "");
  REQUIRE(call.listener_side().take_reply_code(call.caller_side().reply_code(), call.now) == "");
  CHECK(call.run_until_in_call(5s) < 3s);
  CHECK(*call.listener_side().peer() == fingerprint_of(3));
  CHECK(call.told(listening, Kind::reply_code_unanswered) == 0);
}

TEST_CASE("A reply code whose handshake fails is reported to the listener, with the reason") {
  ReplyCall call;
  Knock knock;
  knock.fingerprint = fingerprint_of(2);
  knock.vp8 = 96;
  call.sessions[calling] =
      std::make_unique<SecureSession>(tools_of(9, true, 9), SecureSession::Calling{call.link, knock}, call.now);
  call.caller_side().set_own_addresses({call.seen(calling)});
  call.run(7s);
  REQUIRE(call.listener_side().take_reply_code(call.caller_side().reply_code(), call.now) == "");
  call.run(3s);
  CHECK(call.told(listening, Kind::reply_code_unanswered) == 1);
  CHECK(
      call.reason[listening] ==
      "the handshake for the keys failed (the certificate is another one): give it again while the caller still waits");
  call.run(SecureSession::reply_timeout);
  CHECK(call.told(listening, Kind::reply_code_unanswered) == 1);
}

TEST_CASE("A reply code whose handshake stalls is reported to the listener") {
  ReplyCall call;
  call.loses_handshakes = true;
  call.run(7s);
  REQUIRE(call.listener_side().take_reply_code(call.caller_side().reply_code(), call.now) == "");
  call.run(SecureSession::reply_timeout + 1s);
  CHECK(call.told(listening, Kind::reply_code_unanswered) == 1);
  CHECK(call.reason[listening].starts_with("the handshake for the keys did not end in time"));
}

TEST_CASE("A call of somebody else ends the search for who sent a reply code, and that is reported") {
  ReplyCall call(NatKind::full_cone);
  call.caller_side().hang_up();
  ReplyCall gone(NatKind::port_restricted);  // by the same link
  gone.run(7s);
  REQUIRE(call.listener_side().take_reply_code(gone.caller_side().reply_code(), call.now) == "");
  call.call_again(3);
  REQUIRE(call.run_until_in_call(10s) < 10s);
  CHECK(call.told(listening, Kind::reply_code_unanswered) == 1);
}

TEST_CASE("A new link ends the search for who sent a reply code of the link before, and that is reported") {
  ReplyCall call;
  call.run(7s);
  call.path_is_dead = true;
  REQUIRE(call.listener_side().take_reply_code(call.caller_side().reply_code(), call.now) == "");
  REQUIRE(call.listener_side().renew(tools_of(4, false, 4), {LinkSecret{8}, false}, call.now));
  call.run(1s);
  CHECK(call.told(listening, Kind::reply_code_unanswered) == 1);
  CHECK(call.reason[listening] == "it belongs to the link of before, which is void");
  REQUIRE(call.listener_side().renew(tools_of(5, false, 5), {LinkSecret{9}, false}, call.now));
  call.run(1s);
  CHECK(call.told(listening, Kind::reply_code_unanswered) == 1);
}
