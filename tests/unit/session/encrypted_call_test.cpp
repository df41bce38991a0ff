#include <catch2/catch.hpp>

#include "recovery_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

SenderConfig config_from(std::uint16_t first_number) {
  SenderConfig config = sender_config();
  config.first_sequence_number = first_number;
  config.limits.start = megabits_per_second(2);
  return config;
}

}  // namespace

TEST_CASE("An encrypted call outlives two new handshakes, a wrap of its numbers and a change of its path") {
  JoinedCall call(make_sender(config_from(0xFFF0)));
  std::uint16_t latest = 0;
  call.loses = [&](std::span<const std::uint8_t> rtp) {
    latest = static_cast<std::uint16_t>(rtp[2] << 8 | rtp[3]);
    return false;
  };
  call.sender->start(t0);
  call.run(3s);
  CHECK(latest < 0x8000);  // it wrapped
  for (int handshake = 0; handshake < 2; ++handshake) {
    call.rekey();
    call.run(3s);
  }
  call.path_delay = 40ms;
  call.sender->change_path(call.now, 80ms);
  call.run(3s);
  CHECK(call.frames > 340);
  CHECK(call.there.unopened < 30);  // what was on its way when the keys changed
  CHECK(call.back.unopened < 10);
  CHECK(to_milliseconds(*call.sender->path().round_trip_time().smoothed()) == Approx(80).margin(2));
}

// RFC 3711, section 3.3.1: a receiver that misses the first packets of a stream takes the first that it sees for the
// beginning, and cannot know that their numbers have wrapped since.
TEST_CASE("New keys do not begin just before a wrap: the first packets may get lost") {
  JoinedCall call(make_sender(config_from(0xFF00)));
  std::uint16_t latest = 0;
  LocalTime lost_until{};
  call.loses = [&](std::span<const std::uint8_t> rtp) {
    latest = static_cast<std::uint16_t>(rtp[2] << 8 | rtp[3]);
    return call.now < lost_until;
  };
  call.sender->start(t0);
  while (latest < 0xFFF0) call.run(1ms);
  call.rekey();
  lost_until = call.now + 300ms;
  call.run(400ms);
  const int before = call.frames;
  call.run(3s);
  CHECK(call.frames > before + 80);
  CHECK(call.there.unopened < 40);
}

TEST_CASE("What was sealed and never left keeps its number, also if the peer is lost meanwhile") {
  JoinedCall call(make_sender(config_from(100)));
  call.sender->start(t0);
  call.run(1s);
  call.there.block(true);
  call.run(100ms);
  call.sender->suspend();
  call.there.block(false);
  call.sender->start(call.now);
  const int before = call.frames;
  call.run(2s);
  CHECK(call.there.refused == 0);
  CHECK(call.frames > before + 50);
}

TEST_CASE("Where the peer turns out to read our clock, delays are true at once") {
  SenderConfig config = config_from(100);
  config.delay_kind = DelayKind::estimated;
  JoinedCall call(make_sender(config));
  call.path_delay = 70ms;
  call.sender->start(t0);
  call.run(2s);
  call.sender->set_delay_kind(DelayKind::true_);
  CHECK_FALSE(call.sender->path().one_way_delay());
  CHECK_FALSE(call.sender->path().backward_delay());
  call.run(1s);
  REQUIRE(call.sender->path().one_way_delay());
  CHECK(to_milliseconds(*call.sender->path().one_way_delay()) == Approx(70).margin(1));
  CHECK(to_milliseconds(*call.sender->path().backward_delay()) == Approx(70).margin(2));
}
