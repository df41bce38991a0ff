#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/endpoint.h"
#include "core/base/time.h"
#include "core/net/secure/tls_context.h"

namespace evenkeel {

/// Serves one page by HTTPS to whoever asks, from a thread of its own that gives way to those of a call. At most 16
/// connections at a time, 5 s each, handshake included; which one gives way to another: crowded_out.h.
class PageServer {
 public:
  static constexpr std::size_t max_connections = 16;

  struct Config {
    std::string_view page;     ///< HTML in UTF-8, which must outlive the server
    std::string policy;        ///< the value of the header Content-Security-Policy
    Endpoint bind;             ///< at port 0 any free one; at 0.0.0.0 and :: all addresses of both families
    bool or_any_port = false;  ///< where another program has the port
    Duration time_limit = 5s;  ///< of a connection
  };
  explicit PageServer(const TlsContext& tls);
  ~PageServer();

  /// Returns nothing, or one sentence that says what failed.
  std::string open(const Config& config);
  /// Once it is open.
  Endpoint local() const;

 private:
  struct Shell;
  std::unique_ptr<Shell> shell_;
};

}  // namespace evenkeel
