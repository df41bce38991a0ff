#pragma once

#include <openssl/rand.h>

#include <cstdint>
#include <cstring>

#include "tests/unit/openssl_clock.h"

// OpenSSL with random numbers from a seed and a clock that stands still until the target moves it, so that an input
// that was found does again what it did. Included by one file of a program.

namespace evenkeel::fuzzing {

/// xorshift64.
inline std::uint64_t random_state = 1;

inline int seeded_bytes(unsigned char* out, int size) {
  for (int i = 0; i < size; ++i) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    out[i] = static_cast<unsigned char>(random_state >> 32);
  }
  return 1;
}
inline int ready() { return 1; }

/// From now on all of the library's random numbers follow from this one; 0 is taken for 1.
inline void seed_openssl(std::uint64_t seed) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"  // what replaces it in OpenSSL 3 is a provider
  static const RAND_METHOD method{nullptr, seeded_bytes, nullptr, nullptr, seeded_bytes, ready};
  static const bool set = RAND_set_rand_method(&method) == 1;
#pragma GCC diagnostic pop
  if (!set) __builtin_abort();
  random_state = seed == 0 ? 1 : seed;
}

}  // namespace evenkeel::fuzzing
