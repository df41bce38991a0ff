#include "core/ice/ice_agent.h"

#include <catch2/catch.hpp>

#include "tests/unit/ice/forged_peer.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Role = IceAgent::Role;

TEST_CASE("the first check leaves at once, from whichever address the kernel takes") {
  LoneAgent lone(Role::controlling);
  CHECK(lone.agent.next_wake() == LocalTime::max());
  lone.agent.add_remote_candidate(peer_address, lone.now);
  CHECK(lone.agent.next_wake() <= lone.now);
  const auto sent = lone.drain();
  REQUIRE(sent.size() == 1);
  CHECK(sent[0].route == Route(peer_address));
  const auto request = parse_stun(sent[0].datagram);
  CHECK(request->username == "RIGHT:LEFT");
  CHECK(request->controlling);
  CHECK(request->priority == (110u << 24 | 65535u << 8 | 255u));
  CHECK(request->has_fingerprint);
  CHECK(has_integrity(*request, right_credentials.password, openssl_cryptography()));
  CHECK(lone.agent.next_wake() > lone.now);
}

TEST_CASE("checks are sent again in slower and slower time, and end after ten minutes") {
  LoneAgent lone(Role::controlling);
  lone.agent.add_remote_candidate(peer_address, lone.now);
  std::vector<Duration> times;
  const LocalTime start = lone.now;
  while (lone.agent.next_wake() != LocalTime::max()) {
    lone.now = std::max(lone.now, lone.agent.next_wake());
    REQUIRE(lone.drain().size() == 1);
    times.push_back(lone.now - start);
  }
  CHECK(std::vector(times.begin(), times.begin() + 5) == std::vector<Duration>{0ms, 250ms, 750ms, 1250ms, 1750ms});
  for (std::size_t i = 1; i < times.size(); ++i) {
    if (times[i - 1] <= 5s) continue;
    REQUIRE(times[i] - times[i - 1] >= 1s);
    REQUIRE(times[i] - times[i - 1] <= 2s);
  }
  CHECK(times.back() > 9min + 55s);
  CHECK(times.back() < 10min + 5s);
}

TEST_CASE("of many candidates sixteen are checked, fifty milliseconds apart") {
  LoneAgent lone(Role::controlling);
  for (unsigned i = 0; i < 30; ++i) lone.agent.add_remote_candidate(stranger(i), lone.now);
  std::vector<Endpoint> checked;
  for (int i = 0; i < 16; ++i) {
    const auto sent = lone.wait(Duration(i > 0 ? 50ms : 0ms));
    REQUIRE(sent.size() == 1);
    checked.push_back(sent[0].route.to);
  }
  for (unsigned i = 0; i < 4; ++i) CHECK(checked[i] == stranger(i));
  const auto all = lone.wait(5s);
  CHECK(std::none_of(all.begin(), all.end(), [](const auto& sent) { return sent.route.to == stranger(16); }));
  CHECK(std::any_of(all.begin(), all.end(), [](const auto& sent) { return sent.route.to == stranger(15); }));
  CHECK(all.size() <= 101);
}

TEST_CASE("an answer makes a pair valid by the way that it took, and the controlling side nominates it") {
  LoneAgent lone(Role::controlling);
  CHECK_FALSE(lone.agent.selected());
  lone.agent.add_remote_candidate(peer_address, lone.now);
  const auto check = lone.drain().at(0);
  lone.now += 40ms;
  REQUIRE(lone.give_answer(check, way));
  CHECK(lone.agent.selected() == way);
  CHECK(lone.agent.is_validated(way));
  CHECK_FALSE(lone.agent.is_validated(stranger(1)));
  CHECK(lone.agent.round_trip_time() == 40ms);
  CHECK(lone.agent.counters().selected_pair_changes == 1);
  CHECK(lone.agent.local_candidate_type() == CandidateType::host);
  CHECK(lone.agent.remote_candidate_type() == CandidateType::host);
  const auto sent = lone.wait(50ms);
  REQUIRE(sent.size() == 1);
  CHECK(sent[0].route == way);
  CHECK(parse_stun(sent[0].datagram)->use_candidate);
  // It has been answered already.
  CHECK_FALSE(lone.give_answer(check, way));
}

TEST_CASE("an answer counts only from where the request went, with the peer's password, to a transaction of ours") {
  LoneAgent lone(Role::controlling);
  lone.agent.add_remote_candidate(peer_address, lone.now);
  const auto check = lone.drain().at(0);
  CHECK_FALSE(lone.give_answer(check, {stranger(1), own_address}));
  CHECK_FALSE(lone.give_answer(check, way, left_credentials.password));
  auto other = check;
  other.datagram[10] ^= 1;
  other.datagram.resize(other.datagram.size() - 8);  // its fingerprint
  other.datagram[3] = static_cast<std::uint8_t>(other.datagram[3] - 8);
  REQUIRE(parse_stun(other.datagram));
  CHECK_FALSE(lone.give_answer(other, way));
  CHECK_FALSE(lone.agent.selected());
  CHECK(lone.agent.counters().discarded == 3);
  CHECK(lone.give_answer(check, way));
}

TEST_CASE("an answer that comes to another of our addresses than the check left from does not count") {
  LoneAgent lone(Role::controlled);
  REQUIRE(lone.give(lone.request(), way));
  const auto sent = lone.drain();
  REQUIRE(count_requests(sent) == 1);
  CHECK_FALSE(lone.give_answer(sent.back(), {peer_address, ipv4(10, 0, 0, 2)}));
  CHECK(lone.give_answer(sent.back(), way));
}

TEST_CASE("a valid request is answered on its own route with the peer's address, and triggers a check") {
  LoneAgent lone(Role::controlled);
  const Bytes request = lone.request();
  REQUIRE(lone.give(request, way));
  const auto sent = lone.drain();
  REQUIRE(sent.size() == 2);
  CHECK(sent[0].route == way);
  const auto answer = parse_stun(sent[0].datagram);
  CHECK(answer->message_class == StunClass::success);
  CHECK(answer->id == parse_stun(request)->id);
  CHECK(answer->mapped_address == peer_address);
  CHECK(has_integrity(*answer, left_credentials.password, openssl_cryptography()));
  CHECK(sent[1].route == way);
  CHECK_FALSE(lone.agent.is_validated(way));
  CHECK_FALSE(lone.agent.selected());

  CHECK_FALSE(lone.agent.remote_candidate_type());
  lone.give_answer(sent[1], way);
  CHECK(lone.agent.is_validated(way));
  CHECK(lone.agent.selected() == way);
  CHECK(lone.agent.remote_candidate_type() == CandidateType::peer_reflexive);  // nobody named it
}

TEST_CASE("whoever is seen at another address than its own is behind a NAT") {
  LoneAgent lone(Role::controlling);
  CHECK_FALSE(lone.agent.local_candidate_type());
  lone.connect(peer_address, ipv4(192, 168, 0, 7));
  REQUIRE(lone.agent.selected());
  CHECK(lone.agent.local_candidate_type() == CandidateType::peer_reflexive);
  CHECK(name_of(*lone.agent.local_candidate_type()) == "prflx");
  CHECK(name_of(*lone.agent.remote_candidate_type()) == "host");
}

TEST_CASE("an address of the peer's description is of the type that stands there, however many ways lead to it") {
  LoneAgent lone(Role::controlling);
  lone.agent.add_remote_candidate(peer_address, lone.now, CandidateType::server_reflexive);
  lone.connect(peer_address, ipv4(192, 168, 0, 7));
  CHECK(lone.agent.remote_candidate_type() == CandidateType::server_reflexive);
}

TEST_CASE("requests with a wrong name or password, without a fingerprint or damaged get no answer") {
  LoneAgent lone(Role::controlled);
  const auto id = StunTransactionId{};
  const auto with = [&](std::string_view local, std::string_view remote, std::string_view password) {
    return StunWriter(StunClass::request, id).username(local, remote).finish(password, openssl_cryptography());
  };
  const std::string& password = left_credentials.password;
  CHECK_FALSE(lone.give(with("RIGHT", "LEFT", right_credentials.password), way));
  CHECK_FALSE(lone.give(with("RIGHT", "LEFT", ""), way));
  CHECK_FALSE(lone.give(with("RIGHT", "OTHER", password), way));
  CHECK_FALSE(lone.give(with("OTHER", "LEFT", password), way));
  CHECK_FALSE(lone.give(with("LEFT", "RIGHT", password), way));
  CHECK_FALSE(lone.give(RawStun(1, 1).integrity(password).fingerprint().bytes(), way));
  CHECK_FALSE(lone.give(RawStun(1, 1).add(attribute(6, "LEFT:RIGHT")).integrity(password).bytes(), way));
  CHECK_FALSE(lone.give(RawStun(1, 1).add(attribute(6, "LEFT:RIGHT")).fingerprint().bytes(), way));
  CHECK_FALSE(
      lone.give(RawStun(1, 1).add(attribute(6, "LEFT:RIGHT")).add(attribute(0x7777, "")).fingerprint().bytes(), way));
  CHECK_FALSE(lone.give({}, way));
  Bytes damaged = lone.request();
  damaged[30] ^= 1;
  CHECK_FALSE(lone.give(damaged, way));
  CHECK(lone.wait(10s).empty());
  CHECK(lone.agent.counters().discarded == 11);
  CHECK(lone.agent.counters().requests_received == 0);
}

TEST_CASE("a valid request with an attribute that must be understood, and is not, is refused by its number") {
  LoneAgent lone(Role::controlled);
  RawStun request(1, 9);
  request.add(attribute(6, "LEFT:RIGHT")).add(attribute(0x7777, "")).add(attribute(0x7778, ""));
  REQUIRE(lone.give(request.integrity(left_credentials.password).fingerprint().bytes(), way));
  const auto sent = lone.wait(10s);
  REQUIRE(sent.size() == 1);
  CHECK(parse_stun(sent[0].datagram)->error_code == 420);
  const Bytes listed = attribute(0x000A, hex("77777778"));
  const Bytes& bytes = sent[0].datagram;
  CHECK(std::search(bytes.begin(), bytes.end(), listed.begin(), listed.end()) != bytes.end());
}

TEST_CASE("the controlled side follows the newest nomination") {
  LoneAgent lone(Role::controlled);
  const Route other{stranger(1), own_address};
  lone.connect();
  REQUIRE(lone.agent.selected() == way);
  lone.connect(other.to);
  CHECK(lone.agent.selected() == other);
  lone.give(lone.request(true), way);
  CHECK(lone.agent.selected() == way);
  lone.give(lone.request(true), other);
  CHECK(lone.agent.selected() == other);
  // Neither plain requests nor a nomination that is received twice say anything.
  lone.give(lone.request(), way);
  const Bytes nomination = lone.request(true);
  lone.give(nomination, way);
  lone.give(lone.request(true), other);
  lone.give(nomination, way);
  CHECK(lone.agent.selected() == other);
}

TEST_CASE("a nomination of a pair that is not valid yet waits for its answer") {
  LoneAgent lone(Role::controlled);
  lone.connect();
  const Route other{stranger(1), own_address};
  lone.drain();
  lone.give(lone.request(true), other);
  CHECK(lone.agent.selected() == way);
  for (const auto& sent : lone.drain())
    if (is_request(sent) && sent.route == other) lone.give_answer(sent, other);
  CHECK(lone.agent.selected() == other);
}

TEST_CASE("the controlling side takes a candidate that was named earlier while the call settles, and not later") {
  for (const Duration later : {1s, 8s}) {
    LoneAgent lone(Role::controlling);
    lone.agent.add_remote_candidate(peer_address, lone.now);
    lone.agent.add_remote_candidate(stranger(1), lone.now);
    const LocalTime end = lone.now + later;
    while (lone.now < end)  // the second one answers
      for (const auto& sent : lone.wait(50ms))
        if (sent.route.to == stranger(1)) lone.give_answer(sent, {stranger(1), own_address});
    CHECK(lone.agent.selected() == Route(stranger(1), own_address));
    lone.give(lone.request(), way);
    for (const auto& sent : lone.wait(100ms))
      if (is_request(sent)) lone.give_answer(sent, {sent.route.to, own_address});
    CHECK(lone.agent.is_validated(way));
    CHECK((lone.agent.selected() == way) == (later < 5s));
  }
}

TEST_CASE("of two ends with one role that with the smaller number changes") {
  LoneAgent lone(Role::controlling);
  lone.agent.add_remote_candidate(peer_address, lone.now);
  const std::uint64_t own = *parse_stun(lone.drain().at(0).datagram)->controlling;
  const auto conflicting = [&](std::uint64_t number) {
    StunWriter writer(StunClass::request, {static_cast<std::uint8_t>(number)});
    return writer.username("RIGHT", "LEFT")
        .controlling(number)
        .finish(left_credentials.password, openssl_cryptography());
  };
  REQUIRE(lone.give(conflicting(own - 1), way));
  CHECK(parse_stun(lone.drain().at(0).datagram)->error_code == 487);
  CHECK(lone.agent.role() == Role::controlling);
  REQUIRE(lone.give(conflicting(own + 1), way));
  const auto sent = lone.wait(100ms);
  CHECK(parse_stun(sent.at(0).datagram)->message_class == StunClass::success);
  CHECK(lone.agent.role() == Role::controlled);
  CHECK(parse_stun(sent.at(1).datagram)->controlled == own);
}

TEST_CASE("of two controlled ends that with the larger number changes") {
  LoneAgent lone(Role::controlled);
  lone.agent.add_remote_candidate(peer_address, lone.now);
  const std::uint64_t own = *parse_stun(lone.drain().at(0).datagram)->controlled;
  const auto conflicting = [&](std::uint64_t number) {
    StunWriter writer(StunClass::request, {static_cast<std::uint8_t>(number)});
    return writer.username("RIGHT", "LEFT")
        .controlled(number)
        .finish(left_credentials.password, openssl_cryptography());
  };
  REQUIRE(lone.give(conflicting(own + 1), way));
  CHECK(parse_stun(lone.drain().at(0).datagram)->error_code == 487);
  CHECK(lone.agent.role() == Role::controlled);
  REQUIRE(lone.give(conflicting(own - 1), way));
  CHECK(lone.agent.role() == Role::controlling);
}

TEST_CASE("an end that gets a role conflict changes, and checks again at once") {
  LoneAgent lone(Role::controlling);
  lone.agent.add_remote_candidate(peer_address, lone.now);
  const auto request = parse_stun(lone.drain().at(0).datagram);
  const auto refusal = [&](std::string_view password) {
    return StunWriter(StunClass::error, request->id).error(487).finish(password, openssl_cryptography());
  };
  CHECK_FALSE(lone.give(refusal(left_credentials.password), way));
  CHECK(lone.agent.role() == Role::controlling);
  CHECK(lone.give(refusal(right_credentials.password), way));
  CHECK(lone.agent.role() == Role::controlled);
  const auto sent = lone.wait(50ms);
  REQUIRE(sent.size() == 1);
  CHECK(parse_stun(sent[0].datagram)->controlled);
  CHECK(parse_stun(sent[0].datagram)->controlled != request->controlling);
}

TEST_CASE("consent is asked for every 4 to 6 seconds, and lost after 30 without an answer") {
  LoneAgent lone(GENERATE(Role::controlling, Role::controlled));
  lone.connect();
  lone.give(lone.request(true), way);
  LocalTime last = lone.now;
  for (int i = 0; i < 60; ++i) {
    lone.now = lone.agent.next_wake();
    for (const auto& sent : lone.drain()) {
      if (!is_request(sent)) continue;
      if (i > 10) {
        REQUIRE(lone.now - last >= 4s);
        REQUIRE(lone.now - last <= 6s);
      }
      last = lone.now;
      REQUIRE(lone.give_answer(sent, way));
    }
  }
  CHECK(lone.agent.counters().consent_requests_sent > 50);
  lone.wait(29'999ms - (lone.now - last));
  CHECK_FALSE(lone.agent.consent_lost());
  lone.wait(2ms);
  CHECK(lone.agent.consent_lost());
  CHECK(lone.wait(1min).empty());
}

TEST_CASE(
    "asked again whether the pair in use answers, a check leaves at once, and the next second where that is lost") {
  LoneAgent lone(Role::controlling);
  lone.agent.ask_again(lone.now);  // there is none yet
  CHECK(lone.drain().empty());
  CHECK_FALSE(lone.agent.last_answered());
  lone.connect();
  for (int i = 0; i < 6; ++i) {  // past the checks that follow a nomination
    for (const auto& sent : lone.wait(1s))
      if (is_request(sent)) lone.give_answer(sent, way);
  }
  const auto answered = lone.agent.last_answered();
  REQUIRE(answered);
  CHECK(*answered <= lone.now);
  lone.agent.ask_again(lone.now);
  REQUIRE(count_requests(lone.drain()) == 1);
  CHECK(count_requests(lone.wait(900ms)) == 0);
  const auto again = lone.wait(200ms);
  REQUIRE(count_requests(again) == 1);
  CHECK(lone.agent.last_answered() == answered);
  lone.give_answer(again.front(), way);
  CHECK(lone.agent.last_answered() == lone.now);
}

TEST_CASE("consent that was lost does not come back by an old answer, but another way has it") {
  LoneAgent lone(Role::controlled);
  lone.connect();
  const auto unanswered = lone.wait(31s);
  REQUIRE(lone.agent.consent_lost());
  CHECK_FALSE(lone.give_answer(unanswered.back(), way));
  CHECK(lone.agent.consent_lost());
  CHECK_FALSE(lone.agent.is_validated(way));
  const Route other{stranger(2), own_address};
  lone.give(lone.request(), other);
  for (const auto& sent : lone.drain())
    if (is_request(sent)) lone.give_answer(sent, other);
  CHECK_FALSE(lone.agent.consent_lost());
  CHECK(lone.agent.selected() == other);
}

TEST_CASE("a pair whose own consent has run out takes no other's place") {
  LoneAgent lone(Role::controlling);
  const Endpoint second = stranger(2);
  lone.agent.add_remote_candidate(peer_address, lone.now);
  lone.agent.add_remote_candidate(second, lone.now);
  for (const auto& sent : lone.wait(200ms))
    if (is_request(sent)) lone.give_answer(sent, {sent.route.to, own_address});  // all at the same time
  lone.wait(29s);
  REQUIRE_FALSE(lone.agent.consent_lost());
  const auto changes = lone.agent.counters().selected_pair_changes;
  lone.wait(2s);
  CHECK(lone.agent.consent_lost());
  CHECK(lone.agent.counters().selected_pair_changes == changes);
}

TEST_CASE("a late answer tells nothing") {
  LoneAgent lone(Role::controlling);
  lone.agent.add_remote_candidate(peer_address, lone.now);
  const auto check = lone.drain().at(0);
  lone.now += 11s;
  CHECK_FALSE(lone.give_answer(check, way));
}
