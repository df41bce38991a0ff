#include <catch2/catch.hpp>

#include "joined_call.h"
#include "tests/unit/allocation_counter.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("The send path allocates nothing once it is warm") {
  const auto controller = GENERATE("fixed", "ldcc", "arc");
  CAPTURE(controller);
  JoinedCall call(make_sender(sender_config(), controller));
  call.sender->start(t0);
  counting_allocations = false;
  call.run(5s);
  call.before_calls = [] { counting_allocations = true; };
  call.after_calls = [] { counting_allocations = false; };
  allocations = 0;
  const int before = call.media;
  call.run(10s);
  CHECK(call.media > before + 500);
  CHECK(allocations == 0);
}
