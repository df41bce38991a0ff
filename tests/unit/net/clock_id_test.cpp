#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <set>

#include "core/net/clock.h"
#include "core/net/clock_id.h"
#include "tests/skip.h"

using namespace evenkeel;

TEST_CASE("A clock's name is the same for whoever reads that clock, and tells nothing to others") {
  const std::string id = clock_id(0x11223344);
  REQUIRE(id.size() == 16);  // this machine tells its boot id
  CHECK(id.find_first_not_of("0123456789abcdef") == std::string::npos);
  CHECK(clock_id(0x11223344) == id);
  CHECK(clock_id(0x11223345) != id);
}

TEST_CASE(
    "Times on the wire count from an origin that whoever reads the clock knows, and that differs from call to call") {
  constexpr LocalTime t{1234567891us};
  const std::uint64_t there = ntp_clock(1).write(t);
  CHECK(ntp_clock(1).read(there) == to_ntp(t));
  CHECK(ntp_clock(1).read_middle(ntp_clock(1).write_middle(t)) == to_ntp_middle(t));
  std::set<std::uint64_t> seconds{to_ntp(t) >> 32};
  for (std::uint32_t ssrc = 0; ssrc < 20; ++ssrc) seconds.insert(ntp_clock(ssrc).write(t) >> 32);
  CHECK(seconds.size() == 21);
}

namespace {

/// The name in a time namespace of its own, which a process enters by being started from one that asked for it. Empty
/// where that is not allowed.
std::string clock_id_elsewhere(std::uint32_t ssrc) {
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  const pid_t child = fork();
  if (child == 0) {
    const bool allowed = unshare(CLONE_NEWTIME) == 0 || unshare(CLONE_NEWUSER | CLONE_NEWTIME) == 0;
    const pid_t inside = allowed ? fork() : -1;
    if (inside == 0) {
      const std::string id = clock_id(ssrc);
      _exit(write(ends[1], id.data(), id.size()) > 0 ? 0 : 1);
    }
    if (inside > 0) waitpid(inside, nullptr, 0);
    _exit(0);
  }
  close(ends[1]);
  waitpid(child, nullptr, 0);
  std::array<char, 64> text{};
  const auto size = read(ends[0], text.data(), text.size());
  close(ends[0]);
  return {text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

}  // namespace

TEST_CASE("Another time namespace has another clock, and another name for it") {
  const std::string elsewhere = clock_id_elsewhere(0x11223344);
  if (elsewhere.empty()) {
    evenkeel::test::skip("this user must not make time namespaces.");
    return;
  }
  CHECK(elsewhere.size() == 16);
  CHECK(elsewhere != clock_id(0x11223344));
}

TEST_CASE("The clock goes on, and never back") {
  LocalTime last = monotonic_now();
  for (int i = 0; i < 10'000; ++i) {
    const LocalTime now = monotonic_now();
    REQUIRE(now >= last);
    last = now;
  }
}
