#pragma once

#include <algorithm>
#include <cmath>

namespace evenkeel {

/// The step width of a quantizer, 0 to 63 (RFC 6386, section 14.1), fitted to within some per cent. The bits that a
/// picture takes are roughly inverse to it.
inline double quantizer_step(int quantizer) {
  return std::max(4 + 1.25 * quantizer, 66 * std::exp(0.0635 * (quantizer - 40)));
}

}  // namespace evenkeel
