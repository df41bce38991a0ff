#include "core/net/secure/openssl_cryptography.h"

#include <boost/asio/io_context.hpp>
#include "tests/unit/net/call_end.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// Who listens, and the link to it.
struct Host {
  Certificate certificate = Certificate::make();
  LinkSecret secret{1, 2, 3};

  SecureChannel::Config listening(bool asks = false) const {
    return {certificate, SecureSession::Listening{secret, asks}};
  }
  SecureChannel::Config calling(const End& listener) const {
    CallLink link;
    link.secret = secret;
    link.fingerprint = certificate.fingerprint();
    link.addresses = {listener.socket.local()};
    return {Certificate::make(), SecureSession::Calling{link, make_offer()}};
  }
};

}  // namespace

TEST_CASE("Two ends with their threads and real keys: they meet by a link, talk, and part") {
  const Host host;
  End listener(1, host.listening());
  End caller(2, host.calling(listener));
  CHECK(listener.event() == CallEvent::Kind::connected);
  CHECK(caller.event() == CallEvent::Kind::connected);
  const auto [to_listener, to_caller] = talk(caller, listener, 1s);
  CHECK(to_listener > 10);
  CHECK(to_caller > 10);
  CHECK(caller.network->same_clock());
  CHECK(listener.network->same_clock());
  for (const End* end : {&listener, &caller}) {  // each writes times from an origin of its own
    REQUIRE(end->captured);
    CHECK((to_ntp(monotonic_now()) - *end->captured) >> 32 <= 2);
    const auto security = end->network->security();
    REQUIRE(security);
    CHECK(security->srtp_cipher == "AEAD_AES_128_GCM");
    CHECK_FALSE(security->dtls_cipher.empty());
    CHECK(security->listener == host.certificate.fingerprint());
    CHECK(security->caller != security->listener);
    CHECK(security->forged == 0);
    CHECK(security->dtls_state == "connected");
    CHECK(security->local_candidate == CandidateType::host);
  }
  CHECK(caller.network->security()->remote_candidate == CandidateType::host);
  CHECK(listener.network->security()->remote_candidate == CandidateType::peer_reflexive);
  CHECK(caller.pacer->signals().round_trip_ns > 0);
  check_sent_packets(caller);
  caller.network->hang_up();
  CHECK(listener.event() == CallEvent::Kind::peer_left);
  CHECK(listener.network->state() == CallState::waiting);
  CHECK(listener.network->security()->dtls_state == "closed");
  CHECK_FALSE(listener.network->security()->in_use);
  CHECK(listener.network->security()->srtp_cipher == "AEAD_AES_128_GCM");  // for the summary
}

TEST_CASE("A call that rings begins when it is accepted, and not before") {
  const Host host;
  End listener(1, host.listening(true));
  End caller(2, host.calling(listener));
  REQUIRE(listener.event() == CallEvent::Kind::ringing);
  CHECK_FALSE(caller.network->events().pop(300ms));
  CHECK(caller.network->state() == CallState::ringing);
  CHECK_FALSE(listener.pacer->signals().running);
  CHECK_FALSE(caller.pacer->signals().running);
  SECTION("accepted") {
    const Sha256Digest caller_key = listener.network->security()->caller;
    listener.network->accept({});
    CHECK_FALSE(caller.network->events().pop(300ms));
    listener.network->accept(caller_key);
    CHECK(listener.event() == CallEvent::Kind::connected);
    CHECK(caller.event() == CallEvent::Kind::connected);
  }
  SECTION("declined") {
    listener.network->decline({});
    CHECK_FALSE(caller.network->events().pop(300ms));
    listener.network->decline(listener.network->security()->caller);
    CHECK(caller.event() == CallEvent::Kind::declined);
    CHECK(caller.network->state() == CallState::ended);
  }
}

TEST_CASE("Another certificate than the link's ends the call before it begins") {
  const Host named;
  const Host there{Certificate::make(), named.secret};
  End listener(1, there.listening());
  End caller(2, named.calling(listener));
  CHECK(caller.event() == CallEvent::Kind::failed);
  CHECK(caller.network->security()->wrong_certificate);
  CHECK_FALSE(listener.network->events().pop(300ms));
}

TEST_CASE("A listener with a new link: who has the old one gets no answer, who has the new one is in a call") {
  const Host before;
  const Host after{Certificate::make(), LinkSecret{4, 5, 6}};
  End listener(1, before.listening());
  REQUIRE(listener.network->renew(after.listening()));
  End late(2, before.calling(listener));
  CHECK_FALSE(late.network->events().pop(500ms));
  CHECK(late.network->security()->dtls_state == "new");
  late.network->hang_up();
  CHECK(listener.network->security()->ignored.forged_knocks > 0);
  End caller(3, after.calling(listener));
  REQUIRE(listener.event() == CallEvent::Kind::connected);
  REQUIRE(caller.event() == CallEvent::Kind::connected);
  CHECK(listener.network->security()->listener == after.certificate.fingerprint());
  CHECK_FALSE(listener.network->renew(before.listening()));
}

TEST_CASE("A listener takes a new link while it rings: the caller is declined, and cannot ring again") {
  const Host before;
  const Host after{Certificate::make(), LinkSecret{4, 5, 6}};
  End listener(1, before.listening(true));
  End caller(2, before.calling(listener));
  REQUIRE(listener.event() == CallEvent::Kind::ringing);
  REQUIRE(listener.network->renew(after.listening(true)));
  CHECK(listener.event() == CallEvent::Kind::declined);
  CHECK(listener.network->state() == CallState::waiting);
  CHECK(caller.event() == CallEvent::Kind::declined);
  caller.network->hang_up();
  End again(3, before.calling(listener));
  CHECK_FALSE(again.network->events().pop(500ms));
}

TEST_CASE("The next caller by the same link, after the first hung up") {
  const Host host;
  End listener(1, host.listening());
  for (std::uint32_t ssrc = 2; ssrc < 5; ++ssrc) {
    End caller(ssrc, host.calling(listener));
    REQUIRE(listener.event() == CallEvent::Kind::connected);
    REQUIRE(caller.event() == CallEvent::Kind::connected);
    const auto [to_listener, to_caller] = talk(caller, listener, 400ms);
    CHECK(to_listener > 3);
    CHECK(to_caller > 3);
    caller.network->hang_up();
    REQUIRE(listener.event() == CallEvent::Kind::peer_left);
  }
}

TEST_CASE("Plain RTP and rubbish to a secure listener get no answer") {
  const Host host;
  End listener(1, host.listening());
  boost::asio::io_context io;
  UdpSocket stranger(io);
  REQUIRE(stranger.open(*resolve(loopback, 0)).empty());
  std::array<std::uint8_t, 60> bytes{};
  for (int first = 0; first < 256; ++first) {
    bytes[0] = static_cast<std::uint8_t>(first);
    bytes[1] = static_cast<std::uint8_t>(first * 7);
    REQUIRE(stranger.send(bytes, listener.socket.local()));
  }
  const LocalTime end = monotonic_now() + 5s;
  const auto looked_at = [&] {
    const auto ignored = listener.network->security()->ignored;
    return ignored.unexpected + ignored.discarded_checks + ignored.unchecked_handshakes;
  };
  while (looked_at() < 256 && monotonic_now() < end) std::this_thread::sleep_for(10ms);
  CHECK(looked_at() == 256);
  int answers = 0;
  stranger.receive_all([&](const auto&) { ++answers; });
  CHECK(answers == 0);
}
