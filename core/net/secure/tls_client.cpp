#include "core/net/secure/tls_client.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <new>

#include "core/net/clock.h"
#include "core/net/secure/http_url.h"
#include "core/net/secure/tls_parts.h"

namespace evenkeel {
namespace {

using Kind = HttpFailure::Kind;

HttpFailure broken(int error) { return {Kind::connection, std::strerror(error)}; }

HttpFailure failure_of(Waited waited) { return {waited == Waited::late ? Kind::late : Kind::cancelled, ""}; }

// Only where there is no memory: the caller ends the request by a sentence, not the program.
void need(bool succeeded) {
  if (!succeeded) throw std::bad_alloc();
}

sockaddr_storage socket_address(const Endpoint& e) {
  sockaddr_storage storage{};
  if (is_ipv4(e)) {
    auto& v4 = reinterpret_cast<sockaddr_in&>(storage);
    v4.sin_family = AF_INET;
    v4.sin_port = htons(e.port);
    std::memcpy(&v4.sin_addr, e.address.data() + 12, 4);
  } else {
    auto& v6 = reinterpret_cast<sockaddr_in6&>(storage);
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(e.port);
    std::memcpy(&v6.sin6_addr, e.address.data(), e.address.size());
  }
  return storage;
}

SslContextPointer make_context() {
  SslContextPointer context(SSL_CTX_new(TLS_client_method()));
  need(context != nullptr && SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION) == 1 &&
       SSL_CTX_set_cipher_list(context.get(), tls12_ciphers) == 1);
  SSL_CTX_set_security_level(context.get(), tls_security_level);
  SSL_CTX_set_options(context.get(), SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
  SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
  // A store that cannot be read trusts nobody, which the verification then says.
  SSL_CTX_set_default_verify_paths(context.get());
  return context;
}

void expect_host(SSL& ssl, const std::string& host) {
  X509_VERIFY_PARAM* const expected = SSL_get0_param(&ssl);
  if (is_numeric_host(host)) return need(X509_VERIFY_PARAM_set1_ip_asc(expected, host.c_str()) == 1);
  X509_VERIFY_PARAM_set_hostflags(expected, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  need(X509_VERIFY_PARAM_set1_host(expected, host.data(), host.size()) == 1);
  need(SSL_set_tlsext_host_name(&ssl, host.c_str()) == 1);
}

std::string last_error() {
  const unsigned long code = ERR_peek_last_error();
  const char* const reason = code != 0 ? ERR_reason_error_string(code) : nullptr;
  return reason != nullptr ? reason : "";
}

HttpFailure handshake_failure(const SSL& ssl) {
  const long verdict = SSL_get_verify_result(&ssl);
  if (verdict != X509_V_OK) return {Kind::trust, X509_verify_cert_error_string(verdict)};
  return {Kind::tls, last_error()};
}

}  // namespace

/// OpenSSL reads and writes memory, since what it does with a socket itself ends the program where the other side has
/// closed it (SIGPIPE).
struct TlsClient::Tls {
  explicit Tls(const std::string& host) : context(make_context()), ssl(SSL_new(context.get())) {
    need(ssl != nullptr);
    BioPointer in(BIO_new(BIO_s_mem())), out(BIO_new(BIO_s_mem()));
    need(in != nullptr && out != nullptr);
    received = in.get();
    to_send = out.get();
    SSL_set_bio(ssl.get(), in.release(), out.release());
    expect_host(*ssl, host);
  }

  SslContextPointer context;
  SslPointer ssl;
  BIO* received = nullptr;
  BIO* to_send = nullptr;
};

TlsClient::TlsClient() = default;
TlsClient::~TlsClient() { close(); }

void TlsClient::close() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

// An address that does not answer leaves the others their share of the time.
HttpFailure TlsClient::connect(const std::vector<Endpoint>& addresses, const RequestLimit& limit) {
  HttpFailure failure{Kind::connection, ""};
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    const LocalTime now = monotonic_now();
    const auto waiting = static_cast<std::int64_t>(addresses.size() - i);
    failure = connect_to(addresses[i], {now + (limit.deadline - now) / waiting, limit.cancellation});
    if (!failure || failure.kind == Kind::cancelled) return failure;
  }
  return failure;
}

HttpFailure TlsClient::connect_to(const Endpoint& endpoint, const RequestLimit& limit) {
  close();
  const sockaddr_storage to = socket_address(endpoint);
  socket_ = ::socket(to.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (socket_ < 0) return broken(errno);
  const int on = 1;
  setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  const socklen_t size = is_ipv4(endpoint) ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&to), size) == 0) return {};
  if (errno != EINPROGRESS) return broken(errno);
  if (const Waited waited = wait_for(socket_, POLLOUT, limit); waited != Waited::ready) return failure_of(waited);
  int error = 0;
  socklen_t length = sizeof error;
  getsockopt(socket_, SOL_SOCKET, SO_ERROR, &error, &length);
  return error == 0 ? HttpFailure{} : broken(error);
}

HttpFailure TlsClient::start_tls(const std::string& host, const RequestLimit& limit) {
  tls_ = std::make_unique<Tls>(host);
  while (true) {
    ERR_clear_error();
    const int result = SSL_connect(tls_->ssl.get());
    const int error = SSL_get_error(tls_->ssl.get(), result);
    const HttpFailure reason =
        result == 1 || error == SSL_ERROR_WANT_READ ? HttpFailure{} : handshake_failure(*tls_->ssl);
    // An alert that says why goes out too.
    if (HttpFailure failure = flush(limit); failure && !reason) return failure;
    if (reason || result == 1) return reason;
    if (HttpFailure failure = receive_more(limit)) return failure;
    if (ended_) return {Kind::tls, "it ended the connection"};
  }
}

HttpFailure TlsClient::send_all(std::span<const std::uint8_t> data, const RequestLimit& limit) {
  while (!data.empty()) {
    const ssize_t sent = ::send(socket_, data.data(), data.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      data = data.subspan(static_cast<std::size_t>(sent));
    } else if (errno != EAGAIN && errno != EINTR) {
      return broken(errno);
    } else if (const Waited waited = wait_for(socket_, POLLOUT, limit); waited != Waited::ready) {
      return failure_of(waited);
    }
  }
  return {};
}

HttpFailure TlsClient::flush(const RequestLimit& limit) {
  std::array<std::uint8_t, 4096> part{};
  while (true) {
    const int size = BIO_read(tls_->to_send, part.data(), part.size());
    if (size <= 0) return {};
    if (HttpFailure failure = send_all(std::span(part).first(static_cast<std::size_t>(size)), limit)) return failure;
  }
}

HttpFailure TlsClient::receive_more(const RequestLimit& limit) {
  std::array<std::uint8_t, 4096> part{};
  const Read read = read_socket(part, limit);
  if (read.size > 0) {
    const int size = static_cast<int>(read.size);
    need(BIO_write(tls_->received, part.data(), size) == size);
  }
  return read.failure;
}

HttpFailure TlsClient::write(std::span<const std::uint8_t> data, const RequestLimit& limit) {
  if (!tls_) return send_all(data, limit);
  std::size_t written = 0;
  ERR_clear_error();
  if (!data.empty() && SSL_write_ex(tls_->ssl.get(), data.data(), data.size(), &written) != 1) {
    return {Kind::connection, last_error()};
  }
  return flush(limit);
}

// Waits first even where something is there: a server that never ceases to send must not outlast the limit.
TlsClient::Read TlsClient::read_socket(std::span<std::uint8_t> into, const RequestLimit& limit) {
  while (true) {
    if (const Waited waited = wait_for(socket_, POLLIN, limit); waited != Waited::ready) {
      return {0, End::none, failure_of(waited)};
    }
    const ssize_t size = ::recv(socket_, into.data(), into.size(), 0);
    if (size > 0) return {static_cast<std::size_t>(size), End::none, {}};
    if (size == 0) {
      ended_ = true;
      return {0, End::proper, {}};
    }
    if (errno != EAGAIN && errno != EINTR) return {0, End::none, broken(errno)};
  }
}

TlsClient::Read TlsClient::read(std::span<std::uint8_t> into, const RequestLimit& limit) {
  if (!tls_) return read_socket(into, limit);
  while (true) {
    std::size_t size = 0;
    ERR_clear_error();
    const int result = SSL_read_ex(tls_->ssl.get(), into.data(), into.size(), &size);
    if (result == 1) return {size, End::none, {}};
    const int error = SSL_get_error(tls_->ssl.get(), result);
    if (error == SSL_ERROR_ZERO_RETURN) return {0, End::proper, {}};
    if (error != SSL_ERROR_WANT_READ) return {0, End::none, {Kind::connection, last_error()}};
    if (HttpFailure failure = flush(limit)) return {0, End::none, failure};  // answers to a key update
    if (ended_) return {0, End::unproper, {}};
    if (HttpFailure failure = receive_more(limit)) return {0, End::none, failure};
  }
}

}  // namespace evenkeel
