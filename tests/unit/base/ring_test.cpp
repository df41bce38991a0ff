#include "core/base/ring.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

TEST_CASE("the ring is first in, first out, across its growth and its seam") {
  Ring<int> ring;
  int in = 0;
  int out = 0;
  for (int round = 0; round < 500; ++round) {
    for (int i = 0; i < 3; ++i) ring.push(in++);
    for (int i = 0; i < 2; ++i) {
      CHECK(ring.front() == out++);
      ring.pop();
    }
  }
  CHECK(ring.size() == static_cast<std::size_t>(in - out));
  while (!ring.empty()) ring.pop();
  CHECK(ring.size() == 0);
}
