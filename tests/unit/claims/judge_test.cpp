#include "app/lab/claims/judge.h"

#include <catch2/catch.hpp>
#include <limits>

using namespace evenkeel;

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();
const Statement statement{"Fig. 5", "delay with two flows", "asked for"};
const Unit ms{"ms", 1};

}  // namespace

TEST_CASE("a claim says what was measured and expected, in its unit") {
  const Claim claim = claim_near(statement, 119.21, 119.2, 3, ms);
  CHECK(claim.source == "Fig. 5");
  CHECK(claim.statement == "delay with two flows");
  CHECK(claim.why == "asked for");
  CHECK(claim.measured == "119.2 ms");
  CHECK(claim.expected == "119.2 ms within 3.0 ms");
  CHECK(claim.holds);
  CHECK(claim.judged);
  CHECK(claim.must_hold);
  CHECK(is_as_known(claim));
}

TEST_CASE("a claim's unit scales the displayed values, not the compared ones") {
  const Claim claim = claim_near_share(statement, 1.53e6, 1.5e6, 0.02, {"kbit/s", 0, 1e-3});
  CHECK(claim.measured == "1530 kbit/s");
  CHECK(claim.expected == "1500 kbit/s within 2 %");
  CHECK(claim.holds);
  CHECK_FALSE(claim_near_share(statement, 1.5301e6, 1.5e6, 0.02, ms).holds);
}

TEST_CASE("limits belong to what they allow") {
  CHECK(claim_near(statement, 5, 4, 1, ms).holds);
  CHECK(claim_near(statement, 3, 4, 1, ms).holds);
  CHECK_FALSE(claim_near(statement, 5.01, 4, 1, ms).holds);
  CHECK_FALSE(claim_near(statement, 2.99, 4, 1, ms).holds);
  CHECK(claim_near_share(statement, -1.1, -1, 0.11, ms).holds);
  CHECK(claim_at_most(statement, 2, 2, ms).holds);
  CHECK_FALSE(claim_at_most(statement, 2.01, 2, ms).holds);
  CHECK(claim_at_least(statement, 2, 2, ms).holds);
  CHECK_FALSE(claim_at_least(statement, 1.99, 2, ms).holds);
  CHECK(claim_between(statement, 1, 1, 2, ms).holds);
  CHECK(claim_between(statement, 2, 1, 2, ms).holds);
  CHECK_FALSE(claim_between(statement, 2.01, 1, 2, ms).holds);
  CHECK_FALSE(claim_between(statement, 0.99, 1, 2, ms).holds);
  CHECK(claim_greater(statement, 2.01, 2, ms).holds);
  CHECK_FALSE(claim_greater(statement, 2, 2, ms).holds);
}

TEST_CASE("what was not measured is not judged, and does not hold") {
  const double value = GENERATE(as<double>(), unknown, infinite, -infinite);
  for (const Claim& claim : {claim_near(statement, value, 1, 1, ms), claim_near_share(statement, value, 1, 1, ms),
                             claim_at_most(statement, value, 1, ms), claim_at_least(statement, value, 1, ms),
                             claim_between(statement, value, 0, 1, ms), claim_greater(statement, value, 1, ms)}) {
    CHECK_FALSE(claim.judged);
    CHECK_FALSE(claim.holds);
    CHECK(is_as_known(claim));
  }
  CHECK(claim_near(statement, unknown, 1, 1, ms).measured == "not measured");
}

TEST_CASE("what it is held against must be known as well") {
  for (const Claim& claim : {claim_near(statement, 1, unknown, 1, ms), claim_near_share(statement, 1, unknown, 1, ms),
                             claim_at_most(statement, 1, unknown, ms), claim_between(statement, 1, 0, unknown, ms),
                             claim_greater(statement, 1, unknown, ms)}) {
    CHECK_FALSE(claim.holds);
    CHECK_FALSE(claim.judged);
  }
}

TEST_CASE("a claim that is known not to hold keeps its verdict") {
  const Claim fails = known_not_to_hold(claim_at_most(statement, 3, 2, ms), "the paper's figure has another queue");
  CHECK_FALSE(fails.holds);
  CHECK_FALSE(fails.must_hold);
  CHECK(fails.why == "the paper's figure has another queue");
  CHECK(is_as_known(fails));
  CHECK_FALSE(is_as_known(known_not_to_hold(claim_at_most(statement, 1, 2, ms), "")));
  CHECK_FALSE(is_as_known(claim_at_most(statement, 3, 2, ms)));
}
