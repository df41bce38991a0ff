#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/claims/claim.h"

namespace evenkeel {

/// How numbers of one kind are shown.
struct Unit {
  std::string name;  ///< "ms", "kbit/s", "%"; empty: a plain number
  int decimals = 2;
  double scale = 1;  ///< factor for display: 1e-3 shows bit/s as kbit/s
};

/// The text of a claim.
struct Statement {
  std::string source;     ///< "Fig. 5"
  std::string statement;  ///< "one-way delay with two flows"
  std::string why;        ///< the reason of the tolerance
};

/// Claims on measured numbers. NaN means not measured: the claim is then not judged.
Claim claim_near(const Statement& statement, double measured, double expected, double tolerance, const Unit& unit);
/// The tolerance as a fraction of the expected value.
Claim claim_near_share(const Statement& statement, double measured, double expected, double share, const Unit& unit);
Claim claim_at_most(const Statement& statement, double measured, double limit, const Unit& unit);
Claim claim_at_least(const Statement& statement, double measured, double limit, const Unit& unit);
Claim claim_between(const Statement& statement, double measured, double low, double high, const Unit& unit);
/// a is greater than b.
Claim claim_greater(const Statement& statement, double a, double b, const Unit& unit);

/// The same claim, known not to hold, and the best explanation.
Claim known_not_to_hold(Claim claim, std::string why);
/// The same claim, known to come out one way or the other, by the draw of the random numbers.
Claim known_to_vary(Claim claim, std::string why);

enum class Known { not_to_hold, to_vary };

/// What is known of a claim, identified by its source and the beginning of its statement, with the best explanation.
struct KnownClaim {
  std::string_view source;
  std::string_view statement;
  std::string_view why;
  Known known = Known::not_to_hold;
};

/// Marks the claims that match an entry of `known`; the first match counts.
void mark_known(std::vector<Claim>& claims, std::span<const KnownClaim> known);

}  // namespace evenkeel
