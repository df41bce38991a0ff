#include <malloc.h>

#include <catch2/catch.hpp>

#include "secure_peers.h"

using namespace evenkeel;
using namespace evenkeel::test;
using State = Handshake::State;

namespace {

using Random = std::mt19937;

std::uint8_t byte_of(Random& random) { return static_cast<std::uint8_t>(random()); }

Bytes random_bytes(Random& random, std::size_t most) {
  Bytes bytes(random() % (most + 1));
  for (std::uint8_t& byte : bytes) byte = byte_of(random);
  return bytes;
}

// With a header that OpenSSL goes on reading (RFC 6347, section 4.1): type, version, epoch, number, length.
Bytes record(Random& random, std::size_t most) {
  Bytes body = random_bytes(random, most);
  Bytes bytes{static_cast<std::uint8_t>(20 + random() % 5), 0xfe,
              static_cast<std::uint8_t>(random() % 2 ? 0xfd : 0xff)};
  bytes.insert(bytes.end(), {0, static_cast<std::uint8_t>(random() % 8 == 0), 0, 0, 0, 0, 0, byte_of(random)});
  bytes.push_back(static_cast<std::uint8_t>(body.size() >> 8));
  bytes.push_back(static_cast<std::uint8_t>(body.size()));
  bytes.insert(bytes.end(), body.begin(), body.end());
  return bytes;
}

// The first byte of a message, of which the length is the largest that is allowed, so that all of it is set aside
// (RFC 6347, section 4.2.2).
Bytes first_fragment(std::uint8_t message, std::uint32_t record_number) {
  const auto byte = [&](int shift) { return static_cast<std::uint8_t>(record_number >> shift); };
  return {22, 0xfe, 0xfd, 0, 0, 0,       0, byte(24), byte(16), byte(8), byte(0), 0, 13,
          11, 0,    0x40, 0, 0, message, 0, 0,        0,        0,       0,       1, 0};
}

void drain(Handshake& handshake) {
  while (handshake.poll()) {
  }
}

}  // namespace

TEST_CASE("What is no DTLS is ignored, whatever it is") {
  Peers peers;
  set_clock(t0);
  peers.server->start(t0);
  Random random(1);
  for (int i = 0; i < 5000; ++i) {
    Bytes bytes = random_bytes(random, 1500);
    if (!bytes.empty() && bytes[0] >= 20 && bytes[0] <= 63) bytes[0] |= 0x80;
    peers.server->on_datagram(bytes, t0);
    REQUIRE_FALSE(peers.server->poll());
  }
  CHECK(peers.server->state() == State::under_way);
}

TEST_CASE("Random datagrams never bring a handshake to an end that is good") {
  Random random(2);
  for (int i = 0; i < 60; ++i) {
    Peers peers;
    set_clock(t0);
    for (Handshake* one : {peers.client.get(), peers.server.get()}) {
      one->start(t0);
      for (int k = 0; k < 300; ++k) {
        Bytes bytes = random() % 2 ? random_bytes(random, 1500) : record(random, 200);
        if (!bytes.empty() && random() % 2) bytes[0] = static_cast<std::uint8_t>(20 + random() % 44);
        if (random() % 4 == 0) {
          const Bytes more = record(random, 100);
          bytes.insert(bytes.end(), more.begin(), more.end());
        }
        one->on_datagram(bytes, t0);
        drain(*one);
      }
      CHECK((one->state() == State::under_way || one->state() == State::failed));
      CHECK((one->state() == State::failed) == !one->failure().empty());
      CHECK_FALSE(one->take_keys());
    }
  }
}

TEST_CASE("A flipped bit in a handshake leads to the same keys on both sides, or to none") {
  Random random(3);
  int through = 0, failed = 0;
  for (int i = 0; i < 400; ++i) {
    CAPTURE(i);
    Peers peers;
    Wire wire(*peers.client, *peers.server);
    const unsigned flipped = random() % 4;
    unsigned count = 0;
    wire.filter = [&](Bytes& bytes, bool) {
      if (count++ == flipped) bytes[random() % bytes.size()] ^= static_cast<std::uint8_t>(1 << random() % 8);
      return true;
    };
    wire.shake_hands();
    const auto ours = peers.client->take_keys(), theirs = peers.server->take_keys();
    if (ours && theirs) CHECK(mirrored(*ours, *theirs));
    if (!ours) CHECK((peers.client->state() == State::failed || peers.client->state() == State::closed));
    through += ours && theirs ? 1 : 0;
    failed += ours || theirs ? 0 : 1;
  }
  CHECK(through > 20);
  CHECK(failed > 20);
}

TEST_CASE("A handshake once failed processes nothing more") {
  Peers peers;
  peers.server = make_dtls_handshake(DtlsRole::server, peers.server_certificate, {});
  Wire wire(*peers.client, *peers.server);
  wire.shake_hands();
  REQUIRE(peers.both(State::failed));
  const std::string failure(peers.server->failure());
  for (const Bytes& datagram : wire.sent) peers.server->on_datagram(datagram, wire.now);
  peers.server->on_timer(wire.now + 10s);
  peers.server->close();
  CHECK_FALSE(peers.server->poll());
  CHECK(peers.server->failure() == failure);
  CHECK(peers.server->next_wake() == LocalTime::max());
}

TEST_CASE("Pieces of messages that never end take little memory") {
  Peers peers;
  set_clock(t0);
  peers.server->start(t0);
  const auto before = mallinfo2().uordblks;
  for (std::uint32_t number = 1; number < 50'000; ++number) {
    peers.server->on_datagram(first_fragment(static_cast<std::uint8_t>(number % 200), number), t0);
    drain(*peers.server);
  }
  CHECK(mallinfo2().uordblks < before + 1'000'000);
}

TEST_CASE("Records of an epoch that is to come take little memory") {
  Peers peers;
  set_clock(t0);
  peers.client->start(t0);
  const auto hello = peers.client->poll();
  REQUIRE(hello);
  peers.server->start(t0);
  peers.server->on_datagram(*hello, t0);
  drain(*peers.server);
  const auto before = mallinfo2().uordblks;
  for (std::uint32_t number = 1; number < 50'000; ++number) {
    Bytes early = first_fragment(1, number);
    early[4] = 1;
    peers.server->on_datagram(early, t0);
    drain(*peers.server);
  }
  CHECK(mallinfo2().uordblks < before + 4'000'000);
}
