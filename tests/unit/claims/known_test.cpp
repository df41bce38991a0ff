#include "app/lab/claims/judge.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

TEST_CASE("a claim is known not to hold by its source and how its statement begins") {
  std::vector<Claim> claims(3);
  claims[0].source = claims[1].source = "Fig. 1";
  claims[2].source = "Fig. 2";
  for (Claim& claim : claims) claim.statement = "arc: the share";
  claims[1].statement = "arc,udp: the share";
  const KnownClaim known[] = {{"Fig. 1", "arc: ", "slow"}, {"Fig. 1", "arc", "the second that fits"}};
  mark_known(claims, std::span(known).first(1));
  CHECK_FALSE(claims[0].must_hold);
  CHECK(claims[0].why == "slow");
  CHECK(claims[1].must_hold);
  CHECK(claims[2].must_hold);
  mark_known(claims, known);
  CHECK(claims[0].why == "slow");
  CHECK(claims[1].why == "the second that fits");
}
