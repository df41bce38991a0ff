#pragma once

#include <optional>

namespace evenkeel {

/// What a call does against losses, as far as its peer understands it.
struct RecoveryConfig {
  bool retransmission = true;  ///< lost packets are asked for and sent again (RFC 4588)
  bool references = true;      ///< what stays lost ends in a frame that refers to acknowledged ones, not in a key frame
  /// The share of the rate for repair packets, 0 to 0.5; nullopt: follows the losses. 0: none.
  std::optional<double> protection;

  bool repair() const { return !protection || *protection > 0; }
  static constexpr double max_protection = 0.5;
};

/// Nothing of it: simulations, and peers from before.
inline constexpr RecoveryConfig no_recovery{false, false, 0.0};

}  // namespace evenkeel
