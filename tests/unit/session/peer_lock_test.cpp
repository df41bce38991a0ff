#include "core/session/peer_lock.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};
using Verdict = PeerLock::Verdict;

Endpoint endpoint(std::uint8_t host, std::uint16_t port) {
  Endpoint e;
  e.address[10] = e.address[11] = 0xff;
  e.address[15] = host;
  e.port = port;
  return e;
}

const Endpoint peer = endpoint(1, 5004);
const Endpoint other_port = endpoint(1, 6000);
const Endpoint stranger = endpoint(2, 5004);

constexpr HashKey key{1, 2};

constexpr bool greeting = true;  // with the echo of what was sent to its address
constexpr bool other = false;    // media, garbage, BYE

Verdict datagram(PeerLock& lock, const Endpoint& from, bool greets, LocalTime now) {
  if (!greets) return lock.on_datagram(from, std::nullopt, now);
  const std::string echo = AddressTokens(key).token(from, now);
  return lock.on_datagram(from, Greeting{"theirs", echo}, now);
}

PeerLock in_call(bool caller) {
  PeerLock lock = caller ? PeerLock(key, peer) : PeerLock(key);
  REQUIRE(datagram(lock, peer, greeting, t0) == Verdict::accept_new);
  return lock;
}

PeerLock fallen_silent(bool caller) {
  PeerLock lock = in_call(caller);
  REQUIRE(lock.on_tick(t0 + PeerLock::silence));
  return lock;
}

}  // namespace

TEST_CASE("A listener waits for the first greeting, from whomever") {
  PeerLock lock(key);
  CHECK(lock.state() == CallState::waiting);
  CHECK_FALSE(lock.peer());
  CHECK(datagram(lock, peer, other, t0) == Verdict::ignore);
  CHECK(lock.state() == CallState::waiting);
  CHECK(datagram(lock, stranger, greeting, t0) == Verdict::accept_new);
  CHECK(lock.state() == CallState::in_call);
  CHECK(lock.peer() == stranger);
}

TEST_CASE("A caller waits for the one it calls, at that very port") {
  PeerLock lock(key, peer);
  CHECK(lock.state() == CallState::connecting);
  CHECK(lock.peer() == peer);
  CHECK(datagram(lock, stranger, greeting, t0) == Verdict::ignore);
  CHECK(datagram(lock, other_port, greeting, t0) == Verdict::ignore);
  CHECK(datagram(lock, peer, other, t0) == Verdict::ignore);
  CHECK(datagram(lock, peer, greeting, t0) == Verdict::accept_new);
  CHECK(lock.state() == CallState::in_call);
}

TEST_CASE("In a call strangers are ignored and do not keep it alive") {
  const bool caller = GENERATE(false, true);
  PeerLock lock = in_call(caller);
  CHECK(datagram(lock, peer, other, t0 + 100ms) == Verdict::accept);
  CHECK(datagram(lock, peer, greeting, t0 + 200ms) == Verdict::accept);
  CHECK(lock.last_heard() == t0 + 200ms);
  for (const Endpoint& from : {stranger, other_port}) {
    CHECK(datagram(lock, from, greeting, t0 + 1s) == Verdict::ignore);
    CHECK(datagram(lock, from, other, t0 + 1s) == Verdict::ignore);
  }
  CHECK(lock.last_heard() == t0 + 200ms);
  CHECK(lock.peer() == peer);
}

TEST_CASE("Silence is reported once, and only in a call") {
  PeerLock waiting(key);
  CHECK_FALSE(waiting.on_tick(t0 + 1h));
  PeerLock connecting(key, peer);
  CHECK_FALSE(connecting.on_tick(t0 + 1h));
  PeerLock lock = in_call(false);
  CHECK_FALSE(lock.on_tick(t0 + PeerLock::silence - 1ns));
  CHECK(lock.on_tick(t0 + PeerLock::silence));
  CHECK(lock.state() == CallState::silent);
  CHECK(lock.peer() == peer);
  CHECK_FALSE(lock.on_tick(t0 + 1h));
}

TEST_CASE("Who may come back after a silence") {
  struct Row {
    bool caller;
    Endpoint from;
    bool is_greeting;
    Verdict verdict;
    CallState state;
  };
  const auto row = GENERATE(values<Row>({
      {false, peer, greeting, Verdict::accept_returned, CallState::in_call},
      {false, other_port, greeting, Verdict::accept_returned, CallState::in_call},
      {false, stranger, greeting, Verdict::ignore, CallState::silent},
      {false, peer, other, Verdict::accept, CallState::silent},
      {false, other_port, other, Verdict::ignore, CallState::silent},
      {true, peer, greeting, Verdict::accept_returned, CallState::in_call},
      {true, other_port, greeting, Verdict::ignore, CallState::silent},
      {true, stranger, greeting, Verdict::ignore, CallState::silent},
      {true, peer, other, Verdict::accept, CallState::silent},
      {true, stranger, other, Verdict::ignore, CallState::silent},
  }));
  PeerLock lock = fallen_silent(row.caller);
  CAPTURE(row.caller, row.from.port, row.from.address[15], row.is_greeting);
  CHECK(datagram(lock, row.from, row.is_greeting, t0 + 1min) == row.verdict);
  CHECK(lock.state() == row.state);
  if (row.state == CallState::in_call) CHECK(lock.peer() == row.from);
}

TEST_CASE("Only the peer of the call that fell silent returns; another one is a new call") {
  PeerLock lock = fallen_silent(false);
  CHECK(datagram(lock, other_port, greeting, t0 + 10s) == Verdict::accept_returned);
  REQUIRE(lock.on_tick(t0 + 20s));
  CHECK_FALSE(lock.on_tick(t0 + 20s + PeerLock::patience));
  CHECK(datagram(lock, stranger, greeting, t0 + 1h) == Verdict::accept_new);

  REQUIRE(lock.on_tick(t0 + 2h));
  REQUIRE(datagram(lock, stranger, other, t0 + 2h) == Verdict::accept);
  lock.on_bye(t0 + 2h);
  CHECK(datagram(lock, peer, greeting, t0 + 3h) == Verdict::accept_new);
}

TEST_CASE("BYE ends a caller's call for good, and frees a listener") {
  const bool silent = GENERATE(false, true);
  PeerLock caller = silent ? fallen_silent(true) : in_call(true);
  REQUIRE(datagram(caller, peer, other, t0 + 1min) == Verdict::accept);  // the BYE
  caller.on_bye(t0 + 1min);
  CHECK(caller.state() == CallState::ended);
  CHECK(datagram(caller, peer, greeting, t0 + 1min) == Verdict::ignore);
  CHECK_FALSE(caller.on_tick(t0 + 1h));

  PeerLock listener = silent ? fallen_silent(false) : in_call(false);
  REQUIRE(datagram(listener, peer, other, t0 + 1min) == Verdict::accept);
  listener.on_bye(t0 + 1min);
  CHECK(listener.state() == CallState::waiting);
  CHECK_FALSE(listener.peer());
  CHECK(datagram(listener, stranger, greeting, t0 + 1min) == Verdict::accept_new);
}

TEST_CASE("What a peer sent before its BYE and comes after it is no call") {
  PeerLock listener = in_call(false);
  listener.on_bye(t0);
  CHECK(datagram(listener, peer, greeting, t0 + PeerLock::afterglow - 1ns) == Verdict::ignore);
  CHECK(listener.state() == CallState::waiting);
  PeerLock again = listener;
  CHECK(datagram(again, peer, greeting, t0 + PeerLock::afterglow) == Verdict::accept_new);
  CHECK(datagram(listener, other_port, greeting, t0 + 10ms) == Verdict::accept_new);  // it calls again
}

TEST_CASE("A listener keeps its place for a silent peer for half a minute, then anyone may call") {
  const auto endpoint = [](std::uint8_t last, std::uint16_t port) {
    Endpoint e;
    e.address[15] = last;
    e.port = port;
    return e;
  };
  const LocalTime start{100s};
  PeerLock lock(key);
  REQUIRE(datagram(lock, endpoint(1, 10), true, start) == PeerLock::Verdict::accept_new);
  REQUIRE(lock.on_tick(start + 3s));
  CHECK(datagram(lock, endpoint(2, 10), true, start + 29s) == PeerLock::Verdict::ignore);
  CHECK_FALSE(lock.on_tick(start + 31s));
  CHECK(lock.state() == CallState::waiting);
  CHECK(datagram(lock, endpoint(2, 10), true, start + 31s) == PeerLock::Verdict::accept_new);
}

TEST_CASE("A listener keeps its place for a silent peer for a while, a caller for ever") {
  PeerLock listener = fallen_silent(false);
  CHECK_FALSE(listener.on_tick(t0 + PeerLock::patience - 1ns));
  CHECK(datagram(listener, stranger, greeting, t0 + PeerLock::patience - 1ns) == Verdict::ignore);
  CHECK_FALSE(listener.on_tick(t0 + PeerLock::patience));
  CHECK(listener.state() == CallState::waiting);
  CHECK_FALSE(listener.peer());
  CHECK(datagram(listener, stranger, greeting, t0 + PeerLock::patience) == Verdict::accept_new);

  PeerLock caller = fallen_silent(true);
  CHECK_FALSE(caller.on_tick(t0 + 1h));
  CHECK(datagram(caller, stranger, greeting, t0 + 1h) == Verdict::ignore);
  CHECK(datagram(caller, peer, greeting, t0 + 1h) == Verdict::accept_returned);
}

TEST_CASE("Nobody gets media before it echoed what was sent to its address") {
  const bool caller = GENERATE(false, true);
  PeerLock lock = caller ? PeerLock(key, peer) : PeerLock(key);
  const CallState before = lock.state();
  CHECK(lock.on_datagram(peer, Greeting{"theirs", ""}, t0) == Verdict::challenge);
  CHECK(lock.on_datagram(peer, Greeting{"", ""}, t0) == Verdict::ignore);  // it could not answer
  const std::string token = lock.token_for(peer, t0);
  CHECK(token.size() == 16);
  CHECK(lock.token_for(other_port, t0) != token);
  CHECK(lock.token_for(stranger, t0) != token);
  for (const std::string& wrong : {std::string("0"), std::string(16, '0'), token + "0", lock.token_for(other_port, t0),
                                   AddressTokens({1, 3}).token(peer, t0)}) {
    CHECK(lock.on_datagram(peer, Greeting{"theirs", wrong}, t0) == Verdict::ignore);
  }
  CHECK(lock.on_datagram(stranger, Greeting{"theirs", token}, t0) == Verdict::ignore);
  CHECK(lock.state() == before);
  CHECK(lock.on_datagram(peer, Greeting{"", token}, t0) == Verdict::accept_new);
  CHECK(lock.state() == CallState::in_call);
  CHECK(lock.token_for(peer, t0).empty());
  CHECK_FALSE(lock.token_for(stranger, t0).empty());
}

TEST_CASE("A token is good for 10 to 20 seconds") {
  PeerLock lock(key);
  const std::string token = lock.token_for(peer, t0);
  PeerLock in_time = lock;
  CHECK(in_time.on_datagram(peer, Greeting{"", token}, t0 + AddressTokens::lifetime) == Verdict::accept_new);
  CHECK(lock.on_datagram(peer, Greeting{"", token}, t0 + 2 * AddressTokens::lifetime) == Verdict::ignore);
}

TEST_CASE("After a silence the peer proves its address anew, also where it is another one") {
  const bool caller = GENERATE(false, true);
  PeerLock lock = fallen_silent(caller);
  const std::string token = lock.token_for(peer, t0 + 5s);
  CHECK_FALSE(token.empty());
  CHECK(lock.on_datagram(peer, Greeting{"theirs", ""}, t0 + 5s) == Verdict::challenge);
  CHECK(lock.on_datagram(other_port, Greeting{"theirs", ""}, t0 + 5s) ==
        (caller ? Verdict::ignore : Verdict::challenge));
  CHECK(lock.on_datagram(other_port, Greeting{"theirs", token}, t0 + 5s) == Verdict::ignore);
  CHECK(lock.state() == CallState::silent);
  CHECK(lock.on_datagram(peer, Greeting{"theirs", token}, t0 + 5s) == Verdict::accept_returned);
}

TEST_CASE("In each state it listens to those who may be the peer, and to nobody else") {
  struct Row {
    PeerLock lock;
    bool peer;
    bool other_port;
    bool stranger;
  };
  PeerLock left = in_call(false);
  left.on_bye(t0 + 5s);
  PeerLock ended = in_call(true);
  ended.on_bye(t0 + 5s);
  const auto row = GENERATE_COPY(values<Row>({
      {PeerLock(key), true, true, true},
      {PeerLock(key, peer), true, false, false},
      {in_call(false), true, false, false},
      {in_call(true), true, false, false},
      {fallen_silent(false), true, true, false},
      {fallen_silent(true), true, false, false},
      {left, false, true, true},
      {ended, false, false, false},
  }));
  CAPTURE(static_cast<int>(row.lock.state()));
  CHECK(row.lock.listens_to(peer, t0 + 5s) == row.peer);
  CHECK(row.lock.listens_to(other_port, t0 + 5s) == row.other_port);
  CHECK(row.lock.listens_to(stranger, t0 + 5s) == row.stranger);
  for (const Endpoint& from : {peer, other_port, stranger}) {
    PeerLock lock = row.lock;
    const bool ignored = datagram(lock, from, greeting, t0 + 5s) == Verdict::ignore;
    CHECK(ignored != row.lock.listens_to(from, t0 + 5s));
  }
}
