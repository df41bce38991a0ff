#pragma once

#include <string>

namespace evenkeel {

/// Why there is no answer of a web server.
struct HttpFailure {
  enum class Kind {
    none,
    name,        ///< not found
    elsewhere,   ///< http is for this machine alone, and the name leads away from it
    connection,  ///< none, or it broke
    trust,       ///< none in the server's certificate
    tls,         ///< the handshake failed for another reason
    late,
    cancelled,
    malformed,  ///< no HTTP/1
    cut_off,    ///< the answer ended before its end
    too_long
  };
  Kind kind = Kind::none;
  std::string detail;  ///< a clause; empty where none is known

  explicit operator bool() const { return kind != Kind::none; }
};

}  // namespace evenkeel
