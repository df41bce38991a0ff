#include "core/signal/number.h"

#include <catch2/catch.hpp>

#include "tests/unit/signal/vectors.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("The number of two fingerprints is that of the documents") {
  CHECK(comparison_number(listener, caller, crypto()) == "1443 8020 5785 7306 5860");
}

TEST_CASE("The number is another one for other fingerprints, and for the same ones in turned roles") {
  CHECK(comparison_number(caller, listener, crypto()) == "0988 3452 9120 4990 1203");
  Sha256Digest other = caller;
  other.back() ^= 1;
  CHECK(comparison_number(listener, other, crypto()) != comparison_number(listener, caller, crypto()));
}

TEST_CASE("A group of small digits has zeros before it") {
  Sha256Digest tens;
  tens.fill(10);
  CHECK(comparison_number(tens, caller, crypto()) == "0569 5189 7517 2434 6047");
}
