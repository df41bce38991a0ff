#pragma once

#include <string>

namespace evenkeel {

/// A statement of the papers, or one of ours that goes beyond them, held against what was measured.
struct Claim {
  std::string source;     ///< "Fig. 7", "beyond"
  std::string statement;  ///< in a few words
  std::string expected;   ///< with tolerance
  std::string measured;
  bool holds = false;
  bool native = false;    ///< measured on this machine, and subject to its mood
  bool must_hold = true;  ///< false: known not to hold, and why
  std::string why;        ///< the reason of the tolerance, or for not holding
  bool judged = true;     ///< false: what it is measured on was not run
};

/// Whether a check may pass with it: claims in virtual time must come out as they are known to, one way or the other.
inline bool is_as_known(const Claim& claim) { return claim.native || !claim.judged || claim.holds == claim.must_hold; }

}  // namespace evenkeel
