#pragma once

#include <array>
#include <cstdint>

namespace evenkeel {

/// The pseudorandom numbers of RFC 8682, the same on every machine for the same seed.
class TinyMt32 {
 public:
  explicit TinyMt32(std::uint32_t seed);

  std::uint32_t next();

 private:
  void step();

  std::array<std::uint32_t, 4> state_;
};

}  // namespace evenkeel
