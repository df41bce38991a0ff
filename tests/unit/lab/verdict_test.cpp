#include "app/lab/judge/judged_scenario.h"

#include <catch2/catch.hpp>

#include "app/lab/claims/judge.h"

using namespace evenkeel;
using namespace evenkeel::lab;

namespace {

Claim claim(bool judged, bool holds, bool must_hold) {
  Claim made;
  made.judged = judged;
  made.holds = holds;
  made.must_hold = must_hold;
  return made;
}

}  // namespace

TEST_CASE("a verdict in words") {
  CHECK(verdict_of(claim(true, true, true)) == "holds");
  CHECK(verdict_of(claim(true, false, true)) == "does not hold");
  CHECK(verdict_of(claim(false, false, true)) == "not judged");
}

TEST_CASE("a check fails where a claim does not hold, known or not") {
  const Strictness full{true, false};
  CHECK_FALSE(is_broken(claim(true, true, true), full));
  CHECK_FALSE(is_broken(claim(true, true, false), full));
  CHECK(is_broken(claim(true, false, true), full));
  CHECK(is_broken(claim(true, false, false), full));
}

TEST_CASE("a check with --as-known fails if a claim deviates from what is known") {
  const Strictness known{true, true};
  CHECK_FALSE(is_broken(claim(true, true, true), known));
  CHECK_FALSE(is_broken(claim(true, false, false), known));
  CHECK(is_broken(claim(true, true, false), known));
  CHECK(is_broken(claim(true, false, true), known));
}

TEST_CASE("a claim that the draw decides is as known either way, and fails a plain check where it does not hold") {
  for (const bool holds : {false, true}) {
    const Claim varies = known_to_vary(claim(true, holds, true), "half of the draws");
    CHECK_FALSE(is_broken(varies, {true, true}));
    CHECK(is_broken(varies, {true, false}) == !holds);
  }
  CHECK(is_broken(known_to_vary(claim(false, false, true), "not run"), {true, true}));
}

TEST_CASE("claims that are not judged fail only if everything was run") {
  CHECK(is_broken(claim(false, false, true), {true, false}));
  CHECK(is_broken(claim(false, false, true), {true, true}));
  CHECK_FALSE(is_broken(claim(false, false, false), {true, true}));
  CHECK_FALSE(is_broken(claim(false, false, true), {false, false}));
  CHECK_FALSE(is_broken(claim(false, false, true), {false, true}));
}

TEST_CASE("what a real call would show may stay unjudged, and counts where it was measured") {
  Claim claim;
  claim.native = true;
  claim.judged = false;
  CHECK_FALSE(is_broken(claim, {true, false}));
  claim.judged = true;
  CHECK(is_broken(claim, {true, false}));
}
