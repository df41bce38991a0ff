#include "core/rtp/frame_dependencies.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

std::uint16_t id(int n) { return static_cast<std::uint16_t>(n); }

}  // namespace

TEST_CASE("Nothing can follow before the first key frame") {
  FrameDependencies given;
  CHECK_FALSE(given.newest());
  CHECK_FALSE(given.can_follow({1, {1}, 1}));
  given.begin(0);
  CHECK(given.newest() == 0);
  CHECK(given.can_follow({1, {1}, 1}));
  given.clear();
  CHECK_FALSE(given.newest());
  CHECK_FALSE(given.can_follow({1, {1}, 1}));
}

TEST_CASE("Only what was given since the key frame can be referred to, over many turns of the ids") {
  FrameDependencies given;
  given.begin(0);
  int previous = 0;
  for (int n = 2; n < 300'000; n += n % 5 == 0 ? 3 : 2) {
    const auto before = static_cast<std::uint16_t>(n - previous);
    REQUIRE(given.can_follow({id(n), {before}, 1}));
    REQUIRE_FALSE(given.can_follow({id(n), {before, id(before - 1)}, 2}));  // it was skipped, or is the frame itself
    REQUIRE_FALSE(given.can_follow({id(n), {before, id(before + 1)}, 2}));  // at least every second was skipped
    REQUIRE_FALSE(given.can_follow({id(n), {}, 0}));
    REQUIRE_FALSE(given.can_follow({id(previous), {before}, 1}));
    REQUIRE_FALSE(given.can_follow({id(previous - 1), {1}, 1}));
    given.on_given(id(n));
    REQUIRE(given.newest() == id(n));
    previous = n;
  }
}

TEST_CASE("A frame may refer as far back as a descriptor can name") {
  FrameDependencies given;
  given.begin(65'000);
  CHECK(given.can_follow({id(65'000 + 16'383), {16'383}, 1}));
  CHECK_FALSE(given.can_follow({id(65'000 + 16'384), {16'383}, 1}));
  given.on_given(id(65'000 + 16'382));
  CHECK(given.can_follow({id(65'000 + 16'383), {16'383, 1}, 2}));
  CHECK_FALSE(given.can_follow({id(65'000 + 16'383), {16'382}, 1}));
  given.on_given(id(65'000 + 16'384));
  CHECK_FALSE(given.can_follow({id(65'000 + 16'385), {16'385}, 1}));  // forgotten
  CHECK(given.can_follow({id(65'000 + 16'385), {3}, 1}));
}

TEST_CASE("A key frame makes what was given before it forgotten, whatever its id") {
  FrameDependencies given;
  given.begin(10);
  given.on_given(11);
  const auto key = GENERATE(as<std::uint16_t>{}, 12, 5, 40'000, 11);
  given.begin(key);
  CHECK(given.newest() == key);
  CHECK(given.can_follow({id(key + 1), {1}, 1}));
  CHECK_FALSE(given.can_follow({id(key + 1), {1, 2}, 2}));
  CHECK_FALSE(given.can_follow({id(12), {id(12 - 10)}, 1}));
}

TEST_CASE("A frame behind others without descriptors may refer to any of them") {
  FrameDependencies given;
  given.join(3);
  CHECK(given.can_follow({4, {1, 2, 16'000}, 3}));
  CHECK_FALSE(given.can_follow({3, {1}, 1}));
  given.on_given(6);
  CHECK(given.can_follow({7, {1, 4, 5}, 3}));
  CHECK_FALSE(given.can_follow({7, {2}, 1}));
}
