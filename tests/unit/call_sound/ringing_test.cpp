#include "app/call/ringing.h"

#include <catch2/catch.hpp>

using namespace evenkeel;
using Where = Ringing::Where;

namespace {

constexpr LocalTime t0{1000s};

}  // namespace

TEST_CASE("A caller hears nothing of a listener that accepts by itself, and after a second that it rings there") {
  Ringing ringing;
  CHECK(ringing.step(true, true, t0) == Where::nowhere);
  CHECK(ringing.step(true, true, t0 + 300ms) == Where::nowhere);
  CHECK(ringing.step(false, true, t0 + 400ms) == Where::nowhere);
  CHECK(ringing.step(true, true, t0 + 2s) == Where::nowhere);  // anew
  CHECK(ringing.step(true, true, t0 + 2999ms) == Where::nowhere);
  CHECK(ringing.step(true, true, t0 + 3s) == Where::there);
  CHECK(ringing.step(false, true, t0 + 4s) == Where::nowhere);
}

TEST_CASE("Who is called hears it at once") {
  Ringing ringing;
  CHECK(ringing.step(true, false, t0) == Where::here);
  CHECK(ringing.step(false, false, t0 + 1s) == Where::nowhere);
}
