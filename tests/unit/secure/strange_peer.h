#pragma once

#include <functional>
#include <string>

#include "core/net/secure/certificate_parts.h"
#include "core/net/secure/datagram_bio.h"
#include "core/net/secure/dtls_handshake.h"

namespace evenkeel::test {

/// OpenSSL as it comes, with whatever a test makes of it: a peer that is not as we are.
class StrangePeer final : public Handshake {
 public:
  using Change = std::function<void(SSL_CTX&)>;

  static constexpr const char* both_profiles = "SRTP_AEAD_AES_128_GCM:SRTP_AES128_CM_SHA1_80";
  static void change_nothing(SSL_CTX&) {}

  /// `certificate` may be null, and so may the SRTP `profiles`. Takes any certificate.
  StrangePeer(DtlsRole role, const Certificate* certificate, const Change& change = change_nothing,
              const char* profiles = both_profiles);

  void start(LocalTime now) override;
  void on_datagram(Datagram datagram, LocalTime now) override;
  void on_timer(LocalTime now) override;
  LocalTime next_wake() const override { return wake_; }
  std::optional<Datagram> poll() override { return bio_.poll(); }
  void close() override { SSL_shutdown(ssl_.get()); }
  State state() const override { return state_; }
  std::string_view failure() const override { return failure_; }
  bool wrong_certificate() const override { return false; }
  std::optional<SrtpKeys> take_keys() override;
  std::string_view cipher() const override { return {}; }

  SSL& ssl() { return *ssl_; }

 private:
  void drive(LocalTime now);

  DtlsRole role_;
  SslContextPointer context_;
  DatagramBio bio_;
  SslPointer ssl_;
  State state_ = State::idle;
  LocalTime wake_ = LocalTime::max();
  std::string failure_;
};

}  // namespace evenkeel::test
