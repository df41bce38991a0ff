#pragma once

#include <string>

namespace evenkeel {

/// A statement of a paper, or one of our own, checked against a measurement.
struct Claim {
  std::string source;     ///< "Fig. 7", "beyond"
  std::string statement;  ///< in a few words
  std::string expected;   ///< with tolerance
  std::string measured;
  bool holds = false;
  bool native = false;    ///< measured on this machine, so it varies from run to run
  bool must_hold = true;  ///< false: known not to hold; `why` says why
  std::string why;        ///< the reason for the tolerance, or for not holding
  bool judged = true;     ///< false: the runs it needs are missing
  bool by_draw = false;   ///< seen to hold on some draws of the random numbers and not on others
};

/// Whether a claim that was judged came out otherwise than known. One that the draw decides cannot.
inline bool deviates(const Claim& claim) { return !claim.by_draw && claim.holds != claim.must_hold; }

/// Whether the claim came out as expected: claims in virtual time must hold or fail as known; those that are measured
/// on this machine may vary.
inline bool is_as_known(const Claim& claim) { return claim.native || !claim.judged || !deviates(claim); }

}  // namespace evenkeel
