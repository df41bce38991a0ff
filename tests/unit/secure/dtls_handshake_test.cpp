#include "core/net/secure/dtls_handshake.h"

#include <catch2/catch.hpp>

#include "core/net/secure/srtp.h"
#include "secure_peers.h"
#include "tests/unit/openssl_clock.h"
#include "wire.h"

using namespace evenkeel;
using namespace evenkeel::test;
using State = Handshake::State;

void evenkeel::test::set_clock(LocalTime now) { openssl_time = 1'000'000s + (now - t0); }

TEST_CASE("Two sides that expect each other's certificates agree on keys, GCM first") {
  Peers peers;
  Wire wire(*peers.client, *peers.server);
  wire.shake_hands();
  REQUIRE(peers.both(State::done));
  CHECK(wire.now - t0 == 80ms);  // two round trips
  CHECK(peers.client->cipher() == "ECDHE-ECDSA-AES128-GCM-SHA256");
  CHECK(peers.client->failure().empty());
  const auto ours = peers.client->take_keys(), theirs = peers.server->take_keys();
  REQUIRE((ours && theirs));
  CHECK(ours->profile == SrtpProfile::aead_aes_128_gcm);
  CHECK(ours->local.size == 28);
  CHECK(mirrored(*ours, *theirs));
  CHECK(ours->local.bytes != ours->remote.bytes);
  CHECK_FALSE(peers.client->take_keys());
}

TEST_CASE("Nothing waits before the start, nor for a timer once it is done") {
  Peers peers;
  set_clock(t0);
  CHECK(peers.client->state() == State::idle);
  CHECK_FALSE(peers.client->poll());
  CHECK(peers.client->next_wake() == LocalTime::max());
  CHECK(peers.server->next_wake() == LocalTime::max());
  Wire wire(*peers.client, *peers.server);
  wire.shake_hands();
  REQUIRE(peers.both(State::done));
  CHECK(peers.client->next_wake() == LocalTime::max());
  CHECK(peers.server->next_wake() == LocalTime::max());
}

TEST_CASE("An unanswered first message is sent again after 400 ms, then after twice the time, up to 1.6 s") {
  Peers peers;
  set_clock(t0);
  LocalTime now = t0;
  peers.client->start(now);
  REQUIRE(peers.client->poll());
  for (const Duration wait : {400ms, 800ms, 1600ms, 1600ms}) {
    CHECK_FALSE(peers.client->poll());
    CHECK(peers.client->next_wake() == now + wait);
    set_clock(now + wait / 2);
    peers.client->on_timer(now + wait / 2);  // too early
    CHECK_FALSE(peers.client->poll());
    CHECK(peers.client->next_wake() == now + wait);
    now += wait;
    set_clock(now);
    peers.client->on_timer(now);
    CHECK(peers.client->poll());
  }
}

TEST_CASE("Handshakes come through loss, duplication and reordering, with the same keys and small datagrams") {
  int retransmitted = 0;
  for (unsigned seed = 1; seed <= 150; ++seed) {
    CAPTURE(seed);
    Peers peers;
    Wire wire(*peers.client, *peers.server, {0.002 * seed, 0.1, 10ms, 60ms}, seed);
    wire.shake_hands();
    REQUIRE(peers.both(State::done));
    const auto ours = peers.client->take_keys(), theirs = peers.server->take_keys();
    REQUIRE((ours && theirs));
    CHECK(mirrored(*ours, *theirs));
    for (const Bytes& datagram : wire.sent) REQUIRE(datagram.size() <= 1200);
    retransmitted += wire.now - t0 > 400ms ? 1 : 0;
  }
  CHECK(retransmitted > 40);
}

TEST_CASE("A peer that did not get the last flight gets it again, although we are done") {
  Peers peers;
  Wire wire(*peers.client, *peers.server);
  int lost = 0;
  wire.filter = [&](Bytes&, bool from_client) {
    const bool last = !from_client && peers.server->state() == State::done && lost < 2;
    lost += last ? 1 : 0;
    return !last;
  };
  wire.shake_hands();
  CHECK(lost == 2);
  CHECK(peers.both(State::done));
  CHECK(wire.now - t0 > 1200ms);
}

TEST_CASE("Another certificate than the expected one ends it on either side before there are keys") {
  const bool at_client = GENERATE(true, false);
  Peers peers;
  const Sha256Digest another = Certificate::make().fingerprint();
  auto& deceived = at_client ? peers.client : peers.server;
  auto& other = at_client ? peers.server : peers.client;
  deceived = make_dtls_handshake(at_client ? DtlsRole::client : DtlsRole::server,
                                 at_client ? peers.client_certificate : peers.server_certificate, another);
  Wire wire(*peers.client, *peers.server);
  wire.shake_hands();
  CHECK(deceived->state() == State::failed);
  CHECK(deceived->wrong_certificate());
  CHECK(deceived->failure() == "the certificate is another than the expected one");
  CHECK_FALSE(deceived->take_keys());
  CHECK(other->state() == State::failed);
  CHECK_FALSE(other->wrong_certificate());
  CHECK(other->failure() == "the other side refused (alert: bad certificate)");
  CHECK_FALSE(other->take_keys());
}

TEST_CASE("close_notify is distinguished from failures, and nothing is processed behind it") {
  const bool by_client = GENERATE(true, false);
  Peers peers;
  Wire wire(*peers.client, *peers.server);
  wire.shake_hands();
  REQUIRE(peers.both(State::done));
  Handshake& one = by_client ? *peers.client : *peers.server;
  Handshake& other = by_client ? *peers.server : *peers.client;
  one.close();
  wire.collect();
  wire.run();
  CHECK(other.state() == State::closed);
  CHECK(other.failure().empty());
  CHECK_FALSE(other.take_keys());
  const std::size_t before = wire.sent.size();
  for (const Bytes& datagram : std::vector(wire.sent)) other.on_datagram(datagram, wire.now);
  wire.collect();
  CHECK(wire.sent.size() == before);
}

TEST_CASE("Keys of a handshake seal what those of the peer open, both ways, also by the older profile") {
  const bool gcm = GENERATE(true, false);
  Peers peers;
  StrangePeer client(DtlsRole::client, &peers.client_certificate, StrangePeer::change_nothing,
                     gcm ? "SRTP_AEAD_AES_128_GCM" : "SRTP_AES128_CM_SHA1_80");
  Wire wire(client, *peers.server);
  wire.shake_hands();
  REQUIRE(peers.server->state() == State::done);
  const auto ours = peers.server->take_keys(), theirs = client.take_keys();
  REQUIRE((ours && theirs));
  CHECK(ours->profile == (gcm ? SrtpProfile::aead_aes_128_gcm : SrtpProfile::aes128_cm_sha1_80));
  CHECK(mirrored(*ours, *theirs));
  const Bytes packet = rtp_packet(7, 1, 100);
  for (const auto& [from, to] : {std::pair(*ours, *theirs), std::pair(*theirs, *ours)}) {
    SrtpSealer sealer(from.profile, from.local);
    SrtpOpener opener(to.profile, to.remote);
    Bytes sealed(packet.size() + srtp_max_growth);
    sealed.resize(sealer.seal(packet, sealed));
    const auto opened = opener.open(sealed);
    CHECK(opened.verdict == SrtpOpener::Verdict::opened);
    CHECK(Bytes(opened.plain.begin(), opened.plain.end()) == packet);
  }
}
