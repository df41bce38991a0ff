#include <catch2/catch.hpp>

#include "tests/unit/session/secure_pair.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr Duration media_interval = 100ms;  // of SecureNetwork

Endpoint with_port(Endpoint endpoint, std::uint16_t port) {
  endpoint.port = port;
  return endpoint;
}

/// How long until `end` sends to `to`.
Duration time_until_sending_to(Call& call, const SecureNetwork::End& end, const Endpoint& to) {
  const LocalTime begin = call.network.now;
  while (call.network.now < begin + 10s && end.session->route()->to != to) call.network.run(1ms);
  return call.network.now - begin;
}

std::size_t bytes_to(const SecureNetwork& network, const Endpoint& to) {
  std::size_t bytes = 0;
  for (const auto& sent : network.record)
    if (sent.to == to) bytes += sent.datagram.size();
  return bytes;
}

const std::vector<std::uint8_t> media{0x80, 96, 0, 0};

}  // namespace

TEST_CASE("Where a NAT draws another port under a call, media resume a round trip after the first packet from there") {
  const bool of_caller = GENERATE(true, false);
  for (const Duration age : {700ms, 3s + 40ms, 20s + 70ms}) {
    CAPTURE(of_caller, to_seconds(age));
    Call call;
    call.network.media_size = 120;
    call.network.run(age);
    REQUIRE(call.both_in_call());
    const Endpoint before = of_caller ? calls : listens;
    const Endpoint after = with_port(before, 51'000);
    const auto& peer = of_caller ? call.listener_end : call.caller_end;
    const auto& moved = of_caller ? call.caller_end : call.listener_end;
    call.network.move(before, after);
    const Duration round_trip = 2 * call.network.delay;
    CHECK(time_until_sending_to(call, peer, after) <= media_interval + call.network.delay + round_trip + 60ms);
    const auto received = moved.received;
    call.network.run(call.network.delay + media_interval + 5ms);
    CHECK(moved.received > received);
    call.network.run(5s);
    CHECK(call.both_in_call());
    CHECK_FALSE(has(call.listener_end, Kind::silent));
    CHECK_FALSE(has(call.caller_end, Kind::silent));
    CHECK(peer.session->route()->to == after);
  }
}

TEST_CASE("A NAT that draws one port after another is followed each time") {
  Call call;
  call.network.media_size = 60;  // less than what a check takes, as it may be three times as long
  call.network.run(2s);
  Endpoint at = calls;
  for (std::uint16_t port = 52'000; port < 52'010; ++port) {
    const Endpoint next = with_port(calls, port);
    call.network.move(at, next);
    at = next;
    CHECK(time_until_sending_to(call, call.listener_end, at) <= 2 * media_interval + 3 * call.network.delay + 60ms);
    call.network.run(300ms);
  }
  CHECK(call.both_in_call());
}

TEST_CASE("Copies of the peer's media from elsewhere move nothing, and draw few bytes there") {
  Call call;
  call.network.run(3s);
  std::size_t injected = 0;
  for (int i = 0; i < 200; ++i) {
    call.network.inject(elsewhere, listens, media);
    injected += media.size();
    call.network.run(25ms);
    REQUIRE(call.listening().route()->to == calls);
  }
  CHECK(bytes_to(call.network, elsewhere) <= 3 * injected);
  CHECK_FALSE(has(call.listener_end, Kind::route));
  // Larger ones draw checks, one each few seconds.
  const std::vector<std::uint8_t> large = [] {
    std::vector<std::uint8_t> bytes = media;
    bytes.resize(1200);
    return bytes;
  }();
  const std::size_t before = bytes_to(call.network, elsewhere);
  for (int i = 0; i < 1000; ++i) {
    call.network.inject(elsewhere, listens, large);
    call.network.run(10ms);
    REQUIRE(call.listening().route()->to == calls);
  }
  CHECK(bytes_to(call.network, elsewhere) - before < 20 * 400);
}
