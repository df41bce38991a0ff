#include "core/signal/number.h"

#include <catch2/catch.hpp>

#include "tests/unit/signal/vectors.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("The number of two fingerprints is that of the documents") {
  CHECK(comparison_number(listener, caller, crypto()) == "2357 2483 6148");
}

TEST_CASE("The number is another one for other fingerprints, and for the same ones in turned roles") {
  CHECK(comparison_number(caller, listener, crypto()) == "5676 5505 1900");
  Sha256Digest other = caller;
  other.back() ^= 1;
  CHECK(comparison_number(listener, other, crypto()) != comparison_number(listener, caller, crypto()));
}

TEST_CASE("A small number has zeros before it") {
  Sha256Digest twos;
  twos.fill(2);
  CHECK(comparison_number(twos, caller, crypto()) == "0915 8403 2878");
}
