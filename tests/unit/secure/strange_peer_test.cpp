#include <openssl/rsa.h>

#include <array>
#include <catch2/catch.hpp>

#include "secure_peers.h"

using namespace evenkeel;
using namespace evenkeel::test;
using State = Handshake::State;

namespace {

// Our side against a strange one, in either role.
struct Meeting {
  DtlsRole role;  // ours
  Certificate own = Certificate::make();
  Certificate theirs = Certificate::make();
  std::unique_ptr<Handshake> us;
  std::unique_ptr<StrangePeer> stranger;
  std::vector<Bytes> sent;

  Meeting(DtlsRole ours, bool with_certificate, const StrangePeer::Change& change = StrangePeer::change_nothing,
          const char* profiles = StrangePeer::both_profiles)
      : role(ours) {
    us = make_dtls_handshake(role, own, theirs.fingerprint());
    const DtlsRole other = role == DtlsRole::client ? DtlsRole::server : DtlsRole::client;
    stranger = std::make_unique<StrangePeer>(other, with_certificate ? &theirs : nullptr, change, profiles);
    Wire wire(role == DtlsRole::client ? *us : *stranger, role == DtlsRole::client ? *stranger : *us);
    wire.shake_hands();
    sent = wire.sent;
  }
};

}  // namespace

TEST_CASE("A stranger that does all as it should is let in, in either role") {
  const Meeting meeting(GENERATE(DtlsRole::client, DtlsRole::server), true);
  CHECK(meeting.us->state() == State::done);
  const auto ours = meeting.us->take_keys(), theirs = meeting.stranger->take_keys();
  REQUIRE((ours && theirs));
  CHECK(mirrored(*ours, *theirs));
}

TEST_CASE("A client without certificate is refused with an alert") {
  const Meeting meeting(DtlsRole::server, false);
  CHECK(meeting.us->state() == State::failed);
  CHECK(meeting.us->failure() == "the other side showed no certificate");
  CHECK_FALSE(meeting.us->wrong_certificate());
  CHECK_FALSE(meeting.us->take_keys());
  CHECK(meeting.stranger->state() == State::failed);
}

TEST_CASE("DTLS 1.0 is refused in either role") {
  const DtlsRole role = GENERATE(DtlsRole::client, DtlsRole::server);
  const Meeting meeting(role, true, [](SSL_CTX& context) {
    SSL_CTX_set_security_level(&context, 0);
    SSL_CTX_set_min_proto_version(&context, DTLS1_VERSION);
    SSL_CTX_set_max_proto_version(&context, DTLS1_VERSION);
    SSL_CTX_set_cipher_list(&context, "ALL:@SECLEVEL=0");
  });
  CHECK(meeting.us->state() == State::failed);
  // A server of old has none of the ciphers that a client of DTLS 1.2 offers, and says only that.
  const bool server = role == DtlsRole::server;
  CHECK(meeting.us->failure() ==
        (server ? "the other side speaks no DTLS 1.2" : "the other side refused (alert: handshake failure)"));
  CHECK(meeting.stranger->state() == State::failed);
}

TEST_CASE("A peer without use_srtp, or with profiles that we have not, is refused in either role") {
  const DtlsRole role = GENERATE(DtlsRole::client, DtlsRole::server);
  const std::array<const char*, 3> profiles{nullptr, "SRTP_AES128_CM_SHA1_32", "SRTP_AEAD_AES_256_GCM"};
  const auto which = GENERATE(std::size_t(0), std::size_t(1), std::size_t(2));
  const Meeting meeting(role, true, StrangePeer::change_nothing, profiles[which]);
  CHECK(meeting.us->state() == State::failed);
  CHECK(meeting.us->failure() == "the other side has no SRTP profile that we have");
  CHECK_FALSE(meeting.us->take_keys());
  CHECK(meeting.stranger->state() == State::failed);
}

TEST_CASE("A peer without the extended master secret is refused in either role") {
  const DtlsRole role = GENERATE(DtlsRole::client, DtlsRole::server);
  const Meeting meeting(role, true,
                        [](SSL_CTX& context) { SSL_CTX_set_options(&context, SSL_OP_NO_EXTENDED_MASTER_SECRET); });
  CHECK(meeting.us->state() == State::failed);
  CHECK(meeting.us->failure() == "the other side lacks the extended master secret (RFC 7627)");
  CHECK_FALSE(meeting.us->take_keys());
  CHECK(meeting.stranger->state() == State::closed);
}

TEST_CASE("A peer without an AEAD cipher or a group of ours is refused") {
  const bool group = GENERATE(true, false);
  const Meeting meeting(DtlsRole::server, true, [&](SSL_CTX& context) {
    if (group) SSL_CTX_set1_groups_list(&context, "P-521");
    if (!group) SSL_CTX_set_cipher_list(&context, "ECDHE-ECDSA-AES128-SHA");
  });
  CHECK(meeting.us->state() == State::failed);
  CHECK(meeting.us->failure() == "the other side has no cipher in common with us");
}

TEST_CASE("Ciphers and groups of browsers are taken") {
  const char* cipher =
      GENERATE("ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-ECDSA-CHACHA20-POLY1305");
  const char* group = GENERATE("X25519:P-256", "P-256");
  const Meeting meeting(GENERATE(DtlsRole::client, DtlsRole::server), true, [&](SSL_CTX& context) {
    SSL_CTX_set_cipher_list(&context, cipher);
    SSL_CTX_set1_groups_list(&context, group);
  });
  CHECK(meeting.us->state() == State::done);
  CHECK(meeting.us->failure().empty());
  CHECK(meeting.us->cipher() == cipher);
}

TEST_CASE("No ticket is given, and no session is resumed") {
  const Certificate own = Certificate::make(), theirs = Certificate::make();
  SSL_SESSION* session = nullptr;
  for (int i = 0; i < 2; ++i) {
    const auto us = make_dtls_handshake(DtlsRole::server, own, theirs.fingerprint());
    StrangePeer client(DtlsRole::client, &theirs);
    if (session != nullptr) SSL_set_session(&client.ssl(), session);
    Wire wire(client, *us);
    wire.shake_hands();
    CHECK(us->state() == State::done);
    CHECK(SSL_session_reused(&client.ssl()) == 0);
    SSL_SESSION_free(session);
    session = SSL_get1_session(&client.ssl());
    REQUIRE(session != nullptr);
    CHECK(SSL_SESSION_has_ticket(session) == 0);
  }
  SSL_SESSION_free(session);
}

TEST_CASE("A renegotiation is refused, and the keys stay") {
  const Certificate own = Certificate::make(), theirs = Certificate::make();
  const auto us = make_dtls_handshake(DtlsRole::server, own, theirs.fingerprint());
  StrangePeer client(DtlsRole::client, &theirs);
  Wire wire(client, *us);
  wire.shake_hands();
  REQUIRE(us->state() == State::done);
  REQUIRE(SSL_renegotiate(&client.ssl()) == 1);
  client.start(wire.now);
  const auto hello = client.poll();
  REQUIRE(hello);
  us->on_datagram(*hello, wire.now);
  const auto answer = us->poll();
  REQUIRE(answer);
  CHECK(answer->front() == 21);  // an alert
  CHECK_FALSE(us->poll());
  CHECK(us->state() == State::done);
  CHECK(us->take_keys().has_value());
}

TEST_CASE("Application data is forgotten") {
  const Certificate own = Certificate::make(), theirs = Certificate::make();
  const auto us = make_dtls_handshake(DtlsRole::server, own, theirs.fingerprint());
  StrangePeer client(DtlsRole::client, &theirs);
  Wire wire(client, *us);
  wire.shake_hands();
  for (int i = 0; i < 100; ++i) REQUIRE(SSL_write(&client.ssl(), "hello", 5) == 5);
  const std::size_t before = wire.sent.size();
  wire.collect();
  wire.run();
  CHECK(wire.sent.size() > before);
  CHECK(us->state() == State::done);
  CHECK_FALSE(us->poll());
}

namespace {

/// An RSA key, and a certificate of it.
struct RsaOwner {
  KeyPointer key;
  X509Pointer x509{X509_new()};

  explicit RsaOwner(unsigned bits) : key(EVP_RSA_gen(bits)) {
    X509_gmtime_adj(X509_getm_notBefore(x509.get()), 0);
    X509_gmtime_adj(X509_getm_notAfter(x509.get()), 3600);
    X509_set_pubkey(x509.get(), key.get());
    REQUIRE(X509_sign(x509.get(), key.get(), EVP_sha256()) > 0);
  }
  StrangePeer::Change change() const {
    return [this](SSL_CTX& context) {
      SSL_CTX_set_security_level(&context, 0);
      SSL_CTX_use_certificate(&context, x509.get());
      SSL_CTX_use_PrivateKey(&context, key.get());
    };
  }
};

}  // namespace

TEST_CASE("A client with an RSA certificate in many fragments is known by its fingerprint") {
  const RsaOwner owner(4096);
  const Certificate own = Certificate::make();
  const auto us = make_dtls_handshake(DtlsRole::server, own, fingerprint_of(*owner.x509));
  StrangePeer client(DtlsRole::client, nullptr, owner.change());
  Wire wire(client, *us, {0.1, 0.1, 10ms, 50ms}, 3);
  wire.shake_hands();
  CHECK(us->state() == State::done);
}

TEST_CASE("A server with an RSA certificate is known by its fingerprint, and refused where its key is weak") {
  const bool strong = GENERATE(true, false);
  const RsaOwner owner(strong ? 2048 : 1024);
  const Certificate own = Certificate::make();
  const auto us = make_dtls_handshake(DtlsRole::client, own, fingerprint_of(*owner.x509));
  StrangePeer server(DtlsRole::server, nullptr, owner.change());
  Wire wire(*us, server);
  wire.shake_hands();
  CHECK((us->state() == State::done) == strong);
  CHECK(us->take_keys().has_value() == strong);
  CHECK(us->failure() == (strong ? "" : "the other side's key is too weak"));
}
