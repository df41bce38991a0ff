#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/endpoint.h"
#include "core/net/secure/http_failure.h"
#include "core/net/secure/request_limit.h"

namespace evenkeel {

/// A connection by TCP, with TLS where that is asked for: version 1.2 or 1.3, the certificate verified against the
/// authorities that this machine trusts, and against the host's name. Each function returns at its limit.
class TlsClient {
 public:
  TlsClient();
  ~TlsClient();

  /// To the first of these addresses that answers.
  HttpFailure connect(const std::vector<Endpoint>& addresses, const RequestLimit& limit);
  /// `host`: a name, or an address as text.
  HttpFailure start_tls(const std::string& host, const RequestLimit& limit);
  HttpFailure write(std::span<const std::uint8_t> data, const RequestLimit& limit);

  enum class End {
    none,
    proper,    ///< the other side said that nothing follows; without TLS nobody can tell
    unproper,  ///< TLS without its goodbye: somebody in between may have cut it off
  };
  struct Read {
    std::size_t size = 0;
    End end = End::none;
    HttpFailure failure;
  };
  Read read(std::span<std::uint8_t> into, const RequestLimit& limit);

 private:
  struct Tls;
  HttpFailure connect_to(const Endpoint& endpoint, const RequestLimit& limit);
  HttpFailure send_all(std::span<const std::uint8_t> data, const RequestLimit& limit);
  HttpFailure flush(const RequestLimit& limit);
  HttpFailure receive_more(const RequestLimit& limit);
  Read read_socket(std::span<std::uint8_t> into, const RequestLimit& limit);
  void close();

  int socket_ = -1;
  bool ended_ = false;  // nothing more comes from the socket
  std::unique_ptr<Tls> tls_;
};

}  // namespace evenkeel
