#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/pem.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/net/secure/tls_context.h"
#include "core/net/secure/tls_parts.h"

namespace evenkeel::test {

inline IpAddress loopback_address() { return {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127, 0, 0, 1}; }

/// A certificate that this program trusts while the object lives.
class TrustedCertificate {
 public:
  TrustedCertificate()
      : file_(std::filesystem::temp_directory_path() / ("evenkeel-" + std::to_string(getpid()) + ".pem")) {
    std::FILE* const out = std::fopen(file_.c_str(), "w");
    PEM_write_X509(out, SSL_CTX_get0_certificate(tls_.parts().context.get()));
    std::fclose(out);
    setenv("SSL_CERT_FILE", file_.c_str(), 1);
  }
  ~TrustedCertificate() {
    unsetenv("SSL_CERT_FILE");
    std::filesystem::remove(file_);
  }
  const TlsContext& tls() const { return tls_; }

 private:
  TlsContext tls_ = TlsContext::self_signed(loopback_address());
  std::filesystem::path file_;
};

/// What a server does with one connection after it has read the request.
class Visitor {
 public:
  Visitor(int fd, SSL* ssl) : fd_(fd), ssl_(ssl) {}

  /// False once the other side has gone.
  bool send(const std::string& text) {
    const int size = static_cast<int>(text.size());
    if (ssl_ != nullptr) return SSL_write(ssl_, text.data(), size) == size;
    return ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL) == size;
  }
  /// Head and body, as far as Content-Length says.
  std::string read_request() {
    std::string text;
    while (!is_whole(text)) {
      char part[4096];
      const auto count = ssl_ != nullptr ? SSL_read(ssl_, part, sizeof part) : recv(fd_, part, sizeof part, 0);
      if (count <= 0) break;
      text.append(part, static_cast<std::size_t>(count));
    }
    return text;
  }
  void say_goodbye() {
    if (ssl_ != nullptr) SSL_shutdown(ssl_);
  }
  /// Until the other side has gone.
  void wait_for_end() {
    char byte = 0;
    while ((ssl_ != nullptr ? SSL_read(ssl_, &byte, 1) : recv(fd_, &byte, 1, 0)) > 0) {
    }
  }

 private:
  static bool is_whole(const std::string& text) {
    if (text.starts_with('\x16')) return true;  // a handshake of TLS, where none is spoken
    const auto head = text.find("\r\n\r\n");
    if (head == std::string::npos) return false;
    const auto field = text.find("Content-Length: ");
    const std::size_t body = field < head ? std::stoul(text.substr(field + 16)) : 0;
    return text.size() >= head + 4 + body;
  }

  int fd_;
  SSL* ssl_;
};

/// A server on 127.0.0.1 in a thread of its own, which answers one connection after the other by `answer`.
class ScriptedServer {
 public:
  using Answer = std::function<void(Visitor&, const std::string& request)>;

  ScriptedServer(Answer answer, const TlsContext* tls = nullptr)
      : answer_(std::move(answer)), tls_(tls), listener_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
    REQUIRE(listen(listener_, 16) == 0);
    socklen_t size = sizeof address;
    getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { run(); });
  }
  ~ScriptedServer() {
    shutdown(listener_, SHUT_RDWR);
    thread_.join();
    close(listener_);
  }

  std::uint16_t port() const { return port_; }
  std::string url(const std::string& path, const std::string& host = "127.0.0.1") const {
    return (tls_ != nullptr ? "https://" : "http://") + host + ':' + std::to_string(port_) + path;
  }
  std::vector<std::string> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

 private:
  void run() {
    while (true) {
      const int fd = accept(listener_, nullptr, nullptr);
      if (fd < 0) return;
      serve(fd);
      close(fd);
    }
  }

  void serve(int fd) {
    const timeval patience{10, 0};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    SslPointer ssl;
    if (tls_ != nullptr) {
      ssl.reset(SSL_new(tls_->parts().context.get()));
      SSL_set_fd(ssl.get(), fd);
      if (SSL_accept(ssl.get()) != 1) return;
    }
    Visitor visitor(fd, ssl.get());
    const std::string request = visitor.read_request();
    {
      const std::lock_guard lock(mutex_);
      requests_.push_back(request);
    }
    answer_(visitor, request);
  }

  Answer answer_;
  const TlsContext* tls_;
  int listener_;
  std::uint16_t port_ = 0;
  mutable std::mutex mutex_;
  std::vector<std::string> requests_;  // under mutex_
  std::thread thread_;
};

}  // namespace evenkeel::test
