#pragma once

#include <string>

namespace evenkeel {

/// What OpenSSL's queue of errors says of a handshake, in one clause for people; empties the queue.
std::string take_dtls_failure();

}  // namespace evenkeel
