#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <string>
#include <utility>

#include "core/base/endpoint.h"
#include "core/net/secure/openssl_pointers.h"

namespace evenkeel::test {

/// A connection to a server on loopback from an address of 127.0.0.0/8. No call of it waits longer than 10 s.
class Visit {
 public:
  explicit Visit(const Endpoint& server, const char* from = "127.0.0.1") : fd_(socket(AF_INET, SOCK_STREAM, 0)) {
    const timeval patience{10, 0};
    setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    sockaddr_in own = address_of(from, 0), other = address_of("127.0.0.1", server.port);
    REQUIRE(bind(fd_, reinterpret_cast<sockaddr*>(&own), sizeof own) == 0);
    REQUIRE(connect(fd_, reinterpret_cast<sockaddr*>(&other), sizeof other) == 0);
  }
  ~Visit() {
    ssl_.reset();
    close(fd_);
  }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

  bool handshake(int lowest = TLS1_2_VERSION, int highest = TLS1_3_VERSION) {
    context_.reset(SSL_CTX_new(TLS_client_method()));
    SSL_CTX_set_security_level(context_.get(), 0);  // else it would not speak TLS 1.1
    SSL_CTX_set_min_proto_version(context_.get(), lowest);
    SSL_CTX_set_max_proto_version(context_.get(), highest);
    ssl_.reset(SSL_new(context_.get()));
    SSL_set_fd(ssl_.get(), fd_);
    return SSL_connect(ssl_.get()) == 1;
  }

  void send(const std::string& text) { SSL_write(ssl_.get(), text.data(), static_cast<int>(text.size())); }

  /// All that comes until the server ends it.
  std::string answer() {
    std::string text;
    char part[4096];
    for (int count = 0; (count = SSL_read(ssl_.get(), part, sizeof part)) > 0;) {
      text.append(part, static_cast<std::size_t>(count));
    }
    return text;
  }
  /// Whether the server has said goodbye, so that nothing can have been cut off.
  bool was_ended_well() const { return (SSL_get_shutdown(ssl_.get()) & SSL_RECEIVED_SHUTDOWN) != 0; }

  /// Whether the server closes it before time is up; without a handshake.
  bool is_closed_in_time() {
    char byte = 0;
    return recv(fd_, &byte, 1, 0) <= 0 && errno != EAGAIN;
  }
  bool is_closed() {
    char byte = 0;
    return recv(fd_, &byte, 1, MSG_DONTWAIT) <= 0 && errno != EAGAIN;
  }

  SSL& ssl() { return *ssl_; }

 private:
  static sockaddr_in address_of(const char* host, std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    inet_pton(AF_INET, host, &address.sin_addr);
    return address;
  }

  int fd_;
  SslContextPointer context_;
  SslPointer ssl_;
};

}  // namespace evenkeel::test
