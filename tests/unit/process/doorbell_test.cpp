#include "app/process/doorbell.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <thread>

#include "core/net/clock.h"

using namespace evenkeel;

namespace {

Duration waited(Doorbell& bell, Duration most, std::span<const int> files = {}) {
  const LocalTime before = monotonic_now();
  bell.wait(most, files);
  return monotonic_now() - before;
}

}  // namespace

TEST_CASE("Who waits is woken by a bell, at once where it rang before, and once however often that was") {
  Doorbell bell;
  CHECK(waited(bell, 20ms) >= 20ms);
  bell.ring();
  bell.ring();
  CHECK(waited(bell, 10s) < 5s);
  CHECK(waited(bell, 20ms) >= 20ms);
  std::thread other([&] { bell.ring(); });
  CHECK(waited(bell, 10s) < 5s);
  other.join();
}

TEST_CASE("A file that can be read ends the wait, and one that is not there does not") {
  std::array<int, 2> ends{};
  REQUIRE(pipe2(ends.data(), O_CLOEXEC) == 0);
  Doorbell bell;
  const std::array files{-1, ends[0]};
  CHECK(waited(bell, 20ms, files) >= 20ms);
  REQUIRE(write(ends[1], "x", 1) == 1);
  CHECK(waited(bell, 10s, files) < 5s);
  for (const int end : ends) close(end);
}
