#include "core/session/secure_session.h"

#include <catch2/catch.hpp>

#include "tests/unit/session/secure_pair.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("Two ends meet by a link alone, know each other's certificates, and have keys before media") {
  Call call;
  call.network.run(500ms);
  REQUIRE(call.both_in_call());
  CHECK(*call.listening().peer() == fingerprint_of(2));
  CHECK(*call.calling().peer() == fingerprint_of(1));
  CHECK(call.listener_end.events.front() == Kind::keys);
  CHECK(call.listening().take_keys());
  CHECK_FALSE(call.listening().take_keys());
  CHECK(call.listening().peer_knock()->vp8 == 96);
  CHECK(call.listening().route()->to == calls);
  CHECK(call.listening().route()->from == listens.address);
  CHECK(call.calling().step() == SecureSession::Step::media);
}

TEST_CASE("One packet in five lost, a call still begins within seconds") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Call call(false, 0.2, seed);
    call.network.run(8s);
    CHECK(call.both_in_call());
  }
}

TEST_CASE("A listener that asks gives nothing and takes nothing until it accepts") {
  Call call(true);
  call.network.run(3s);
  CHECK(call.listening().state() == CallState::ringing);
  CHECK(call.calling().state() == CallState::ringing);
  CHECK(count(call.listener_end, Kind::ringing) == 1);
  CHECK_FALSE(has(call.listener_end, Kind::connected));
  CHECK_FALSE(has(call.caller_end, Kind::connected));
  CHECK(call.listening().counters().unexpected > 10);            // the caller's media
  call.listening().accept(fingerprint_of(3), call.network.now);  // who rang before, perhaps
  call.network.run(300ms);
  CHECK(call.listening().state() == CallState::ringing);
  call.listening().accept(fingerprint_of(2), call.network.now);
  call.network.run(300ms);
  CHECK(call.both_in_call());
  CHECK(count(call.listener_end, Kind::connected) == 1);
  CHECK(count(call.caller_end, Kind::connected) == 1);
}

TEST_CASE("A call that is declined ends for the caller, and the listener waits for the next") {
  Call call(true);
  call.network.run(1s);
  call.listening().decline(fingerprint_of(3), call.network.now);
  CHECK(call.listening().state() == CallState::ringing);
  call.listening().decline(fingerprint_of(2), call.network.now);
  call.network.run(300ms);
  CHECK(call.calling().state() == CallState::ended);
  CHECK(has(call.caller_end, Kind::declined));
  CHECK(call.listening().state() == CallState::waiting);
  CHECK(call.listening().peer() == nullptr);
}

TEST_CASE("To accept who rang does not accept who rings in its place") {
  Call call(true);
  call.network.run(1s);
  REQUIRE(*call.listening().peer() == fingerprint_of(2));
  call.calling().hang_up();
  call.network.run(300ms);
  auto& other = call.network.add(elsewhere, caller(3, link_to(1, listens), call.network.now));
  call.network.run(6s);  // nobody rings for a while
  REQUIRE(*call.listening().peer() == fingerprint_of(3));
  call.listening().accept(fingerprint_of(2), call.network.now);
  call.network.run(1s);
  CHECK(call.listening().state() == CallState::ringing);
  CHECK(other.session->state() == CallState::ringing);
  CHECK_FALSE(has(call.listener_end, Kind::connected));
}

TEST_CASE("A listener that waits takes another link, and the one before opens nothing any more") {
  SecureNetwork network;
  auto& there = network.add(listens, listener(1));
  const LinkSecret fresh{8, 8, 8};
  REQUIRE(there.session->renew(tools_of(4, false, 4), {fresh, false}, network.now));
  auto& late = network.add(calls, caller(2, link_to(1, listens), network.now));
  network.run(6s);
  CHECK(there.sent == 0);
  CHECK(there.session->counters().forged_knocks > 3);
  CHECK(late.session->state() == CallState::connecting);
  auto& here = network.add(elsewhere, caller(3, link_to(4, listens, fresh), network.now));
  network.run(1s);
  CHECK(there.session->peer() != nullptr);
  CHECK(has(here, Kind::keys));
}

TEST_CASE("A link is not renewed under a call, nor by a caller") {
  Call call;
  CHECK_FALSE(call.calling().renew(tools_of(4, false, 4), {LinkSecret{8}, false}, call.network.now));
  call.network.run(1s);
  CHECK_FALSE(call.listening().renew(tools_of(4, false, 4), {LinkSecret{8}, false}, call.network.now));
  CHECK(*call.listening().peer() == fingerprint_of(2));
}

TEST_CASE("A caller that nobody accepts gives up") {
  Call call(true);
  call.network.run(62s);
  CHECK(call.calling().state() == CallState::ended);
  CHECK(has(call.caller_end, Kind::declined));
  CHECK(call.listening().state() == CallState::waiting);
}

TEST_CASE("Another certificate than the link names: no keys, no call, and it is said why") {
  SecureNetwork network;
  auto& there = network.add(listens, listener(9));
  auto& here = network.add(calls, caller(2, link_to(1, listens), network.now));
  network.run(2s);
  CHECK(here.session->state() == CallState::ended);
  CHECK(here.session->wrong_certificate());
  CHECK(has(here, Kind::failed));
  CHECK_FALSE(has(here, Kind::keys));
  CHECK_FALSE(here.session->take_keys());
  (void)there;
}

TEST_CASE("Without the secret of the link nobody hears a byte") {
  SecureNetwork network;
  auto& there = network.add(listens, listener(1));
  auto& here = network.add(calls, caller(2, link_to(1, listens, LinkSecret{1}), network.now));
  network.run(20s);
  CHECK(there.sent == 0);
  CHECK(there.session->counters().forged_knocks > 3);
  CHECK(here.session->state() == CallState::connecting);
  CHECK(here.session->step() == SecureSession::Step::check);
}

TEST_CASE("A second caller meets silence while a call is on, and the listener gets one event") {
  Call call;
  call.network.run(1s);
  auto& second = call.network.add(elsewhere, caller(3, link_to(1, listens), call.network.now));
  call.network.run(4s);
  CHECK(second.received == 0);
  CHECK(count(call.listener_end, Kind::turned_away) == 1);
  CHECK(call.both_in_call());
  CHECK(*call.listening().peer() == fingerprint_of(2));
}

TEST_CASE("A recorded knock that comes from elsewhere gets little, and nothing once the call is over") {
  Call call;
  call.network.run(1s);
  const auto knock = recorded_knock(call.network);
  REQUIRE_FALSE(knock.empty());
  const auto before = call.network.record.size();
  for (std::uint8_t host = 10; host < 110; ++host) call.network.inject(address_of(host), listens, knock);
  call.network.run(5s);
  std::size_t answered = 0;
  for (std::size_t i = before; i < call.network.record.size(); ++i) {
    const auto& sent = call.network.record[i];
    if (sent.from == listens && sent.to != calls) answered += sent.datagram.size();
  }
  CHECK(answered < 4 * 100 * knock.size());
  CHECK(call.both_in_call());
  CHECK(call.listening().route()->to == calls);
  call.calling().hang_up();
  call.network.run(1s);
  REQUIRE(call.listening().state() == CallState::waiting);
  const auto sent = call.listener_end.sent;
  for (std::uint8_t host = 10; host < 110; ++host) call.network.inject(address_of(host), listens, knock);
  call.network.run(1s);
  CHECK(call.listener_end.sent == sent);
  CHECK(call.listening().counters().replayed_knocks >= 100);
}

TEST_CASE("Who waits again by the same link takes no knock a second time, and the call of another one") {
  Call call;
  const auto knocks = std::make_shared<KnockMemory>();
  const auto waits = [&] {
    call.listener_end.session =
        std::make_unique<SecureSession>(tools_of(1, false, 1), SecureSession::Listening{a_secret, false, knocks});
  };
  waits();
  call.network.run(1s);
  REQUIRE(call.both_in_call());
  const auto knock = recorded_knock(call.network);
  call.network.remove(calls);
  waits();  // the program goes on, the session before is over
  call.network.inject(elsewhere, listens, knock);
  call.network.run(1s);
  CHECK(call.listening().counters().replayed_knocks == 1);
  CHECK(call.listening().state() == CallState::waiting);
  call.network.add(calls, caller(3, link_to(1, listens), call.network.now)).talks = true;
  call.network.run(2s);
  CHECK(call.listening().state() == CallState::in_call);
}

TEST_CASE("Handshakes and media of who answered no check are not looked at") {
  Call call;
  call.network.run(1s);
  call.network.inject(elsewhere, listens, std::vector<std::uint8_t>(34, 22));
  call.network.inject(elsewhere, listens, {});
  call.network.inject(elsewhere, listens, {70, 1, 2});
  call.network.run(200ms);
  CHECK(call.listening().counters().unchecked_handshakes == 1);
  CHECK(call.listening().counters().unexpected == 2);
}

TEST_CASE("A peer that says nothing for a while is silent, and comes back with its next word") {
  Call call;
  call.network.run(1s);
  call.caller_end.talks = false;
  call.network.run(3s);
  CHECK(call.listening().state() == CallState::silent);
  CHECK(count(call.listener_end, Kind::silent) == 1);
  call.caller_end.talks = true;
  call.network.run(300ms);
  CHECK(call.listening().state() == CallState::in_call);
  CHECK(count(call.listener_end, Kind::returned) == 1);
}

TEST_CASE("A caller that was started anew takes the place of its silent self only with the same certificate") {
  Call call;
  call.network.run(1s);
  call.network.remove(calls);
  call.network.run(5s);
  auto& again = call.network.add(elsewhere, caller(2, link_to(1, listens), call.network.now, 77));
  again.talks = true;
  call.network.run(1s);
  CHECK(again.session->state() == CallState::in_call);
  CHECK(call.listening().route()->to == elsewhere);
  CHECK(count(call.listener_end, Kind::keys) == 2);
  CHECK(count(call.listener_end, Kind::returned) == 1);
}

TEST_CASE("A listener forgets a peer that stays silent, and takes the next caller") {
  Call call;
  call.network.run(1s);
  call.network.remove(calls);
  call.network.run(34s);
  CHECK(call.listening().state() == CallState::waiting);
  auto& next = call.network.add(elsewhere, caller(3, link_to(1, listens), call.network.now));
  next.talks = true;
  call.network.run(1s);
  CHECK(next.session->state() == CallState::in_call);
  CHECK(*call.listening().peer() == fingerprint_of(3));
}

TEST_CASE("A caller whose listener was started anew with the same link knocks again by itself") {
  Call call;
  call.network.run(1s);
  auto& again = call.network.add(listens, listener(1));
  again.talks = true;
  call.network.run(15s);
  CHECK(again.session->state() == CallState::in_call);
  CHECK(call.calling().state() == CallState::in_call);
  CHECK(has(call.caller_end, Kind::returned));
}

TEST_CASE("Who hangs up says so, to either end") {
  Call call;
  call.network.run(1s);
  SECTION("the caller") {
    call.calling().hang_up();
    call.network.run(300ms);
    CHECK(call.listening().state() == CallState::waiting);
    CHECK(has(call.listener_end, Kind::left));
  }
  SECTION("the listener") {
    call.listening().hang_up();
    call.network.run(300ms);
    CHECK(call.calling().state() == CallState::ended);
    CHECK(has(call.caller_end, Kind::left));
  }
  SECTION("by a BYE") {
    call.listening().on_bye(call.network.now);
    call.network.run(10ms);
    CHECK(call.listening().state() == CallState::waiting);
  }
}

TEST_CASE("After one call the next, of another certificate, by the same link") {
  Call call;
  call.network.run(1s);
  call.calling().hang_up();
  call.network.run(300ms);
  call.network.remove(calls);
  auto& next = call.network.add(calls, caller(5, link_to(1, listens), call.network.now));
  next.talks = true;
  call.network.run(1s);
  CHECK(next.session->state() == CallState::in_call);
  CHECK(*call.listening().peer() == fingerprint_of(5));
}

TEST_CASE("No more than four knocks are under way, the oldest gives way, and those that lead nowhere are forgotten") {
  SecureNetwork network;
  auto& there = network.add(listens, listener(1));
  for (std::uint8_t who = 10; who < 20; ++who) {
    // They knock and vanish.
    network.add(address_of(who), caller(who, link_to(1, listens), network.now));
    network.run(2ms);
    network.remove(address_of(who));
  }
  network.run(200ms);
  CHECK(there.session->counters().displaced_knocks == 6);
  network.run(6s);
  CHECK(there.session->next_wake() == LocalTime::max());
  auto& next = network.add(calls, caller(2, link_to(1, listens), network.now));
  next.talks = there.talks = true;
  network.run(1s);
  CHECK(next.session->state() == CallState::in_call);
}

TEST_CASE("Who has the link and knocks all the time keeps nobody else out, and the listener is told, once a minute") {
  SecureNetwork network;
  auto& there = network.add(listens, listener(1));
  there.talks = true;
  SecureNetwork::End* real = nullptr;
  for (std::uint64_t i = 0; i < 800; ++i) {
    const auto who = static_cast<std::uint8_t>(100 + i % 100);
    network.add(address_of(50), caller(who, link_to(1, listens), network.now, 1000 + i));
    if (i == 100) {
      real = &network.add(calls, caller(2, link_to(1, listens), network.now));
      real->talks = true;
    }
    network.run(12ms);
    network.remove(address_of(50));
    if (i == 200) CHECK(real->session->state() == CallState::in_call);  // after 1.2 s
  }
  CHECK(real->session->state() == CallState::in_call);
  CHECK(there.session->counters().displaced_knocks > 50);
  CHECK(count(there, Kind::crowded) == 1);
}

TEST_CASE("Who answers checks and does not finish the handshake crowds out only its own network") {
  SecureNetwork network;
  auto& there = network.add(listens, listener(1));
  there.talks = true;
  network.loses = [](const SecureNetwork::InFlight& sent) {  // of all but one no handshake comes through
    return sent.datagram.front() == 22 && sent.from != calls && sent.from != listens;
  };
  std::uint16_t port = 1000;
  for (std::uint8_t who = 10; who < 40; ++who) {
    network.add(address_of(50, ++port), caller(who, link_to(1, listens), network.now));
    network.run(50ms);
  }
  auto& real = network.add(calls, caller(2, link_to(1, listens), network.now));
  real.talks = true;
  for (std::uint8_t who = 40; who < 80; ++who) {
    network.add(address_of(50, ++port), caller(who, link_to(1, listens), network.now));
    network.run(50ms);
  }
  CHECK(real.session->state() == CallState::in_call);
}

TEST_CASE("A certificate that was declined does not ring again for a minute, others do") {
  Call call(true);
  call.network.run(1s);
  call.listening().decline(fingerprint_of(2), call.network.now);
  call.network.run(300ms);
  const auto again = [&](std::uint8_t who, std::uint64_t seed) {
    call.network.remove(calls);
    call.network.add(calls, caller(who, link_to(1, listens), call.network.now, seed));
    call.network.run(6s);
    return call.listening().state() == CallState::ringing;
  };
  CHECK_FALSE(again(2, 20));
  CHECK(again(3, 30));
  call.network.remove(calls);
  call.network.run(60s);
  REQUIRE(call.listening().state() == CallState::waiting);
  CHECK(again(2, 21));
}

TEST_CASE("After a caller that hung up while it rang nobody rings for three seconds") {
  Call call(true);
  call.network.run(1s);
  const auto rings = count(call.listener_end, Kind::ringing);
  CHECK(rings == 1);
  for (std::uint8_t who = 10; who < 50; ++who) {  // in 20 s
    auto& rogue = call.network.add(elsewhere, caller(who, link_to(1, listens), call.network.now, 1000U + who));
    call.network.run(450ms);
    rogue.session->hang_up();
    call.calling().hang_up();
    call.network.run(50ms);
    call.network.remove(elsewhere);
  }
  CHECK(count(call.listener_end, Kind::ringing) <= 8);
}

TEST_CASE("A new link while it rings declines who rings, and the old link opens nothing any more") {
  Call call(true);
  call.network.run(1s);
  const LinkSecret fresh{8, 8, 8};
  REQUIRE(call.listening().renew(tools_of(4, false, 4), {fresh, true}, call.network.now));
  CHECK(call.listening().state() == CallState::waiting);
  call.network.run(300ms);
  CHECK(call.calling().state() == CallState::ended);
  CHECK(has(call.caller_end, Kind::declined));
  CHECK(has(call.listener_end, Kind::declined));
  call.network.add(elsewhere, caller(3, link_to(1, listens), call.network.now));
  call.network.run(6s);
  CHECK(call.listening().state() == CallState::waiting);
  call.network.remove(elsewhere);
  call.network.add(elsewhere, caller(3, link_to(4, listens, fresh), call.network.now, 5));
  call.network.run(1s);
  CHECK(call.listening().state() == CallState::ringing);
}

TEST_CASE("A caller that moves to another address keeps its call") {
  Call call;
  call.network.run(1s);
  call.network.move(calls, elsewhere);
  call.calling().on_addresses_changed(call.network.now);
  call.network.run(1500ms);
  CHECK(call.both_in_call());
  CHECK(call.listening().route()->to == elsewhere);
  CHECK(has(call.listener_end, Kind::route));
  CHECK(count(call.listener_end, Kind::keys) == 1);
}

TEST_CASE("Either end may hang up in any state, and nothing follows its goodbye") {
  const auto after = GENERATE(0ms, 60ms, 120ms, 220ms, 1000ms, 5000ms);
  const bool asks = GENERATE(false, true);
  const bool caller_leaves = GENERATE(false, true);
  CAPTURE(after.count(), asks, caller_leaves);
  Call call(asks);
  call.network.run(after);
  if (after == 5000ms) {
    call.caller_end.talks = call.listener_end.talks = false;
    call.network.run(9s);  // silent, where the call had begun; the caller knocks again
  }
  SecureSession& leaver = caller_leaves ? call.calling() : call.listening();
  leaver.hang_up();
  CHECK(leaver.state() == (caller_leaves ? CallState::ended : CallState::waiting));
  call.network.run(500ms);
  const auto sent = (caller_leaves ? call.caller_end : call.listener_end).sent;
  call.network.run(300ms);
  if (caller_leaves) CHECK(call.caller_end.sent == sent);
  CHECK(call.calling().next_wake() > LocalTime::min());
}
