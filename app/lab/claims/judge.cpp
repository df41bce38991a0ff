#include "app/lab/claims/judge.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <utility>

#include "app/lab/claims/table.h"

namespace evenkeel {
namespace {

std::string shown(double value, const Unit& unit) {
  if (!std::isfinite(value)) return "not measured";
  return cell(value * unit.scale, unit.decimals) + (unit.name.empty() ? "" : " " + unit.name);
}

/// `against`: all numbers it is compared with; the claim is not judged if one is NaN.
Claim claim_of(const Statement& statement, std::string expected, double measured, std::initializer_list<double> against,
               const Unit& unit, bool holds) {
  Claim claim;
  claim.source = statement.source;
  claim.statement = statement.statement;
  claim.why = statement.why;
  claim.expected = std::move(expected);
  claim.measured = shown(measured, unit);
  claim.judged = std::isfinite(measured);
  for (const double number : against) claim.judged = claim.judged && !std::isnan(number);
  claim.holds = claim.judged && holds;
  return claim;
}

}  // namespace

Claim claim_near(const Statement& statement, double measured, double expected, double tolerance, const Unit& unit) {
  const std::string text = shown(expected, unit) + " within " + shown(tolerance, unit);
  return claim_of(statement, text, measured, {expected}, unit, std::abs(measured - expected) <= tolerance);
}

Claim claim_near_share(const Statement& statement, double measured, double expected, double share, const Unit& unit) {
  const std::string text = shown(expected, unit) + " within " + shown(share, {"%", 0, 100});
  const bool holds = std::abs(measured - expected) <= share * std::abs(expected);
  return claim_of(statement, text, measured, {expected}, unit, holds);
}

Claim claim_at_most(const Statement& statement, double measured, double limit, const Unit& unit) {
  return claim_of(statement, "at most " + shown(limit, unit), measured, {limit}, unit, measured <= limit);
}

Claim claim_at_least(const Statement& statement, double measured, double limit, const Unit& unit) {
  return claim_of(statement, "at least " + shown(limit, unit), measured, {limit}, unit, measured >= limit);
}

Claim claim_between(const Statement& statement, double measured, double low, double high, const Unit& unit) {
  const std::string text = shown(low, unit) + " to " + shown(high, unit);
  return claim_of(statement, text, measured, {low, high}, unit, measured >= low && measured <= high);
}

Claim claim_greater(const Statement& statement, double a, double b, const Unit& unit) {
  return claim_of(statement, "more than " + shown(b, unit), a, {b}, unit, a > b);
}

Claim known_not_to_hold(Claim claim, std::string why) {
  claim.must_hold = false;
  claim.why = std::move(why);
  return claim;
}

Claim known_to_vary(Claim claim, std::string why) {
  claim.by_draw = true;
  return known_not_to_hold(std::move(claim), std::move(why));
}

void mark_known(std::vector<Claim>& claims, std::span<const KnownClaim> known) {
  for (Claim& claim : claims) {
    const auto is_it = [&](const KnownClaim& one) {
      return one.source == claim.source && claim.statement.starts_with(one.statement);
    };
    const auto found = std::find_if(known.begin(), known.end(), is_it);
    if (found == known.end()) continue;
    const auto mark = found->known == Known::to_vary ? known_to_vary : known_not_to_hold;
    claim = mark(std::move(claim), std::string(found->why));
  }
}

}  // namespace evenkeel
