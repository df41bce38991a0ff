#include "strange_peer.h"

#include <openssl/err.h>
#include <openssl/srtp.h>
#include <sys/time.h>

#include "core/net/secure/dtls_failure.h"
#include "core/net/secure/dtls_keys.h"

namespace evenkeel::test {

StrangePeer::StrangePeer(DtlsRole role, const Certificate* certificate, const Change& change, const char* profiles)
    : role_(role), context_(SSL_CTX_new(DTLS_method())) {
  SSL_CTX* context = context_.get();
  SSL_CTX_set_options(context, SSL_OP_NO_QUERY_MTU);
  if (profiles != nullptr) SSL_CTX_set_tlsext_use_srtp(context, profiles);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, [](int, X509_STORE_CTX*) { return 1; });
  if (certificate != nullptr) {
    SSL_CTX_use_certificate(context, certificate->parts().certificate.get());
    SSL_CTX_use_PrivateKey(context, certificate->parts().key.get());
  }
  change(*context);
  ssl_.reset(SSL_new(context));
  SSL_set_mtu(ssl_.get(), 600);
  bio_.attach(*ssl_);
  role == DtlsRole::client ? SSL_set_connect_state(ssl_.get()) : SSL_set_accept_state(ssl_.get());
}

void StrangePeer::start(LocalTime now) {
  state_ = State::under_way;
  drive(now);
}

void StrangePeer::on_datagram(Datagram datagram, LocalTime now) {
  bio_.offer(datagram);
  drive(now);
}

void StrangePeer::on_timer(LocalTime now) {
  DTLSv1_handle_timeout(ssl_.get());
  drive(now);
}

void StrangePeer::drive(LocalTime now) {
  ERR_clear_error();
  char ignored[2048];
  const int result = SSL_read(ssl_.get(), ignored, sizeof ignored);  // shakes hands first
  if (SSL_is_init_finished(ssl_.get()) != 0) state_ = State::done;
  if (SSL_get_error(ssl_.get(), result) == SSL_ERROR_ZERO_RETURN) state_ = State::closed;
  if (SSL_get_error(ssl_.get(), result) == SSL_ERROR_SSL) {
    state_ = State::failed;
    failure_ = take_dtls_failure();
  }
  timeval left{};
  const bool waits = state_ == State::under_way && DTLSv1_get_timeout(ssl_.get(), &left) == 1;
  wake_ = waits ? now + std::chrono::seconds(left.tv_sec) + std::chrono::microseconds(left.tv_usec) : LocalTime::max();
}

std::optional<SrtpKeys> StrangePeer::take_keys() {
  SrtpKeys keys;
  return export_srtp_keys(*ssl_, role_, keys) ? std::optional(keys) : std::nullopt;
}

}  // namespace evenkeel::test
