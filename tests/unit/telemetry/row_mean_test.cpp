#include "core/telemetry/row_mean.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

TEST_CASE("a mean is of one row, and unknown where nothing was measured") {
  RowMean mean;
  CHECK_FALSE(mean.take());
  mean.add(3);
  mean.add(6);
  CHECK(mean.take() == 4.5);
  CHECK_FALSE(mean.take());
  mean.add(0);
  CHECK(mean.take() == 0.0);
}
