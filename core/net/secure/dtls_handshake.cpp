#include "core/net/secure/dtls_handshake.h"

#include <openssl/err.h>
#include <sys/time.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/net/secure/datagram_bio.h"
#include "core/net/secure/dtls_context.h"
#include "core/net/secure/dtls_failure.h"
#include "core/net/secure/dtls_keys.h"
#include "core/net/secure/openssl_cryptography.h"

namespace evenkeel {
namespace {

constexpr unsigned first_retransmission = 400'000;  // microseconds: OpenSSL's second is long for a call
constexpr unsigned last_retransmission = 1'600'000;
constexpr std::size_t max_datagram = 2048;
constexpr int least_strength = 112;  // bits: of RSA with 2048

bool is_weak(const X509& certificate) {
  const EVP_PKEY* key = X509_get0_pubkey(&certificate);
  return key == nullptr || EVP_PKEY_get_security_bits(key) < least_strength;
}

// RFC 7983, section 7.
bool is_dtls(Handshake::Datagram datagram) {
  return !datagram.empty() && datagram[0] >= 20 && datagram[0] <= 63 && datagram.size() <= max_datagram;
}

unsigned retransmission_interval(SSL*, unsigned last) {
  return last == 0 ? first_retransmission : std::min(2 * last, last_retransmission);
}

// OpenSSL bounds what a peer can make it keep: fragments of the next ten messages, each as long as the largest message
// that is allowed, and 100 records of the next epoch. Its clock is the one of gettimeofday().
class DtlsHandshake final : public Handshake {
 public:
  DtlsHandshake(DtlsRole role, const Certificate& own, const Sha256Digest& expected)
      : role_(role), expected_(expected), context_(make_dtls_context(role, own.parts())) {
    SSL_CTX_set_cert_verify_callback(context_.get(), verify, this);
    ssl_.reset(SSL_new(context_.get()));
    must_succeed(ssl_ != nullptr && SSL_set_mtu(ssl_.get(), dtls_mtu) != 0);
    DTLS_set_timer_cb(ssl_.get(), retransmission_interval);
    bio_.attach(*ssl_);
    role == DtlsRole::client ? SSL_set_connect_state(ssl_.get()) : SSL_set_accept_state(ssl_.get());
  }
  ~DtlsHandshake() override { wipe_keys(); }

  void start(LocalTime now) override {
    if (state_ != State::idle) return;
    state_ = State::under_way;
    drive({}, now);
  }

  void on_datagram(Datagram datagram, LocalTime now) override {
    if (is_dtls(datagram)) drive(datagram, now);
  }

  void on_timer(LocalTime now) override {
    if (state_ != State::under_way) return;
    ERR_clear_error();
    if (DTLSv1_handle_timeout(ssl_.get()) < 0) fail(take_dtls_failure());
    arm(now);
  }

  LocalTime next_wake() const override { return wake_; }
  std::optional<Datagram> poll() override { return bio_.poll(); }

  // OpenSSL has no alert for the middle of a handshake: the peer's own deadline ends it then.
  void close() override {
    if (state_ != State::under_way && state_ != State::done) return;
    if (state_ == State::done) say_goodbye();
    end(State::closed);
  }

  State state() const override { return state_; }
  std::string_view failure() const override { return failure_; }
  bool wrong_certificate() const override { return wrong_certificate_; }
  std::string_view cipher() const override { return cipher_; }

  std::optional<SrtpKeys> take_keys() override {
    std::optional<SrtpKeys> keys = keys_;
    wipe_keys();
    return keys;
  }

 private:
  void drive(Datagram datagram, LocalTime now) {
    if (state_ != State::under_way && state_ != State::done) return;
    bio_.offer(datagram);
    ERR_clear_error();
    if (state_ == State::under_way) shake_hands();
    if (state_ == State::done) read_rest();
    ERR_clear_error();
    bio_.offer({});
    arm(now);
  }

  void shake_hands() {
    const int result = SSL_do_handshake(ssl_.get());
    if (result == 1) return complete();
    const int error = SSL_get_error(ssl_.get(), result);
    if (error == SSL_ERROR_WANT_READ) return;
    const bool hung_up = error == SSL_ERROR_ZERO_RETURN || (SSL_get_shutdown(ssl_.get()) & SSL_RECEIVED_SHUTDOWN) != 0;
    if (refusal_ != nullptr) return fail(refusal_);
    fail(hung_up && ERR_peek_error() == 0 ? "the other side hung up" : take_dtls_failure());
  }

  void complete() {
    if (const char* fault = fault_of_session()) {
      say_goodbye();
      return fail(fault);
    }
    if (!export_srtp_keys(*ssl_, role_, keys_.emplace())) return fail("its keys cannot be exported");
    cipher_ = SSL_get_cipher_name(ssl_.get());
    state_ = State::done;
  }

  // What OpenSSL cannot be told to demand, and that nothing went past the callback.
  const char* fault_of_session() const {
    if (!certificate_matched_) return "the other side showed no certificate";
    if (SSL_get_extms_support(ssl_.get()) != 1) return "the other side lacks the extended master secret (RFC 7627)";
    if (SSL_session_reused(ssl_.get()) != 0) return "the other side resumed a session of before";
    return nullptr;
  }

  // A peer that did not get our last flight sends its own again, and OpenSSL answers in here. There is no application
  // data: what comes is read and forgotten.
  void read_rest() {
    std::array<std::uint8_t, max_datagram> ignored;
    int result = 0;
    while ((result = SSL_read(ssl_.get(), ignored.data(), ignored.size())) > 0) {
    }
    if (SSL_get_error(ssl_.get(), result) != SSL_ERROR_WANT_READ) end(State::closed);
  }

  static int verify(X509_STORE_CTX* store, void* self) {
    auto& handshake = *static_cast<DtlsHandshake*>(self);
    const X509* certificate = X509_STORE_CTX_get0_cert(store);
    const char* refusal =
        certificate == nullptr ? "the other side showed no certificate" : handshake.refusal_of(*certificate);
    handshake.refusal_ = refusal;
    X509_STORE_CTX_set_error(store, refusal == nullptr ? X509_V_OK : handshake.error_of_refusal());
    return refusal == nullptr ? 1 : 0;
  }

  // Both sides know by now whether there is to be SRTP: its extension comes with the hellos.
  const char* refusal_of(const X509& certificate) {
    certificate_matched_ = equal_in_constant_time(fingerprint_of(certificate), expected_);
    wrong_certificate_ = !certificate_matched_;
    if (wrong_certificate_) return "the certificate is another than the expected one";
    if (is_weak(certificate)) return "the other side's key is too weak";
    if (SSL_get_selected_srtp_profile(ssl_.get()) == nullptr) return "the other side has no SRTP profile that we have";
    return nullptr;
  }
  // Which chooses the alert: bad_certificate or handshake_failure.
  int error_of_refusal() const {
    return wrong_certificate_ ? X509_V_ERR_CERT_REJECTED : X509_V_ERR_APPLICATION_VERIFICATION;
  }

  void say_goodbye() {
    ERR_clear_error();
    SSL_shutdown(ssl_.get());
  }

  void fail(std::string failure) {
    failure_ = std::move(failure);
    end(State::failed);
  }

  void end(State state) {
    state_ = state;
    wake_ = LocalTime::max();
    wipe_keys();
  }

  void arm(LocalTime now) {
    timeval left{};
    const bool waits = state_ == State::under_way && DTLSv1_get_timeout(ssl_.get(), &left) == 1;
    wake_ =
        waits ? now + std::chrono::seconds(left.tv_sec) + std::chrono::microseconds(left.tv_usec) : LocalTime::max();
  }

  void wipe_keys() {
    if (keys_) {
      wipe(keys_->local.bytes);
      wipe(keys_->remote.bytes);
    }
    keys_.reset();
  }

  DtlsRole role_;
  Sha256Digest expected_;
  SslContextPointer context_;
  DatagramBio bio_;
  SslPointer ssl_;
  State state_ = State::idle;
  LocalTime wake_ = LocalTime::max();
  const char* refusal_ = nullptr;  // of the certificate, by ourselves
  bool certificate_matched_ = false;
  bool wrong_certificate_ = false;
  std::string failure_;
  std::string cipher_;
  std::optional<SrtpKeys> keys_;
};

}  // namespace

std::unique_ptr<Handshake> make_dtls_handshake(DtlsRole role, const Certificate& own, const Sha256Digest& expected) {
  return std::make_unique<DtlsHandshake>(role, own, expected);
}

}  // namespace evenkeel
