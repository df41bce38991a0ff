#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <condition_variable>
#include <cstdlib>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/sound/block_assembler.h"
#include "app/sound/device_period.h"
#include "app/sound/least_held.h"
#include "app/sound/make_sound.h"
#include "app/sound/shared_query.h"
#include "app/sound/stream_place.h"
#include "app/sound/timed_microphone.h"
#include "app/sound/timed_pull.h"
#include "core/net/clock.h"
#include "tests/unit/process/no_threads.h"

namespace evenkeel {
namespace {

/// Counts, and waits for a count.
class Count {
 public:
  void add() {
    const std::lock_guard lock(mutex_);
    ++count_;
    changed_.notify_all();
  }
  /// False after half a minute, which nothing takes.
  bool wait_for(int count) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, 30s, [&] { return count_ >= count; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int count_ = 0;
};

bool is_silent(const SoundBlock& block) {
  return std::ranges::all_of(block, [](std::int16_t s) { return s == 0; });
}

}  // namespace

TEST_CASE("The test sound beeps for the first 50 ms of each second, and is silent in between") {
  for (Duration time = 5s; time < 8s; time += block_duration) {
    SoundBlock block;
    fill_test_sound(block, LocalTime(time));
    CHECK(is_silent(block) == (time % 1s >= 50ms));
    CHECK(std::ranges::max(block) < 9000);
  }
}

TEST_CASE("Blocks of 10 ms are made of any numbers of samples, with the time of their first") {
  const std::size_t size = GENERATE(1U, 240U, 441U, 480U, 1000U);
  BlockAssembler assembler;
  std::vector<std::int16_t> in(48'000);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::int16_t>(i);
  std::vector<std::int16_t> out;
  Duration worst{};
  const LocalTime begin{10s};
  for (std::size_t at = 0; at < in.size(); at += size) {
    const auto piece = std::span(in).subspan(at, std::min(size, in.size() - at));
    const LocalTime arrived = begin + to_duration(static_cast<std::int64_t>(at + piece.size()));
    assembler.add(piece, arrived, [&](const SoundBlock& block, LocalTime first) {
      worst = std::max(
          worst, Duration(std::abs((first - begin - to_duration(static_cast<std::int64_t>(out.size()))).count())));
      out.insert(out.end(), block.begin(), block.end());
    });
  }
  CHECK(out == in);
  CHECK(worst < 1us);
}

TEST_CASE("A microphone of made sound delivers block after block, and none once it is stopped") {
  TimedMicrophone microphone("test", fill_test_sound);
  Count blocks;
  LocalTime next{};
  int jumps = 0;
  microphone.start([&](const SoundBlock&, LocalTime captured) {
    if (next != LocalTime{} && captured != next) ++jumps;
    next = captured + block_duration;
    blocks.add();
  });
  CHECK(blocks.wait_for(20));
  microphone.stop();
  CHECK(next.time_since_epoch() % block_duration == 0ns);
  CHECK(jumps <= 2);  // where the machine stood still
}

TEST_CASE("Without a device a timer takes the blocks") {
  std::string message;
  const auto loudspeaker = make_loudspeaker("none", message);
  REQUIRE(loudspeaker);
  Count blocks;
  loudspeaker->start([&](SoundBlock&, LocalTime, LocalTime) { blocks.add(); });
  CHECK(blocks.wait_for(10));
  loudspeaker->stop();
}

TEST_CASE("The timer takes over from a device that takes nothing") {
  TimedPull pull;
  Count by_timer;
  Count by_device;
  const std::thread::id here = std::this_thread::get_id();
  pull.start([&](SoundBlock& out, LocalTime now, LocalTime heard) {
    (std::this_thread::get_id() == here ? by_device : by_timer).add();
    out.fill(heard == now ? 1 : 2);
  });
  SoundBlock block;
  pull.take(block, 20ms);
  CHECK(block[0] == 2);
  CHECK(by_device.wait_for(1));
  CHECK(by_timer.wait_for(3));
  pull.stop();
  pull.take(block, 20ms);
  CHECK(is_silent(block));
}

TEST_CASE("A device that takes many blocks at once, and then none for long, has not stopped") {
  const int many = GENERATE(1, 6, 10, 15);
  DevicePeriod device;
  CHECK(device.has_stopped(LocalTime(100s)));
  int stopped = 0;
  LocalTime now{100s};
  for (int burst = 0; burst < 50; ++burst) {
    for (int i = 0; i < many; ++i) device.on_taken(now);
    for (int i = 0; i < many; ++i, now += block_duration) stopped += device.has_stopped(now) ? 1 : 0;
  }
  CHECK(stopped == 0);
  CHECK_FALSE(device.has_stopped(now + many * block_duration));
  CHECK(device.has_stopped(now + 1s));
  device.on_lost();
  CHECK(device.has_stopped(now));
}

TEST_CASE("The wait for a device that stopped follows its period, also where that becomes short") {
  DevicePeriod device;
  LocalTime now{100s};
  for (int i = 0; i < 20; ++i) device.on_taken(now += 100ms);
  CHECK_FALSE(device.has_stopped(now + 350ms));
  for (int i = 0; i < 1000; ++i) device.on_taken(now += block_duration);
  CHECK(device.has_stopped(now + 250ms));
}

TEST_CASE("All who wait for an answer that does not come give up after their limit, and ask once") {
  std::promise<void> released;
  const auto asked = std::make_shared<std::atomic<int>>(0);
  SharedQuery<int> query([asked, until = released.get_future().share()] {
    ++*asked;
    until.wait();
    return 1;
  });
  constexpr Duration limit = 400ms;
  std::atomic<int> missed{0};
  const LocalTime begun = monotonic_now();
  {
    std::vector<std::jthread> waiting;
    for (int i = 0; i < 8; ++i) waiting.emplace_back([&] { missed += query.wait(limit) ? 0 : 1; });
  }
  CHECK(monotonic_now() - begun < 4 * limit);
  CHECK(missed == 8);
  CHECK(*asked == 1);
  released.set_value();
  CHECK(query.wait(30s) == 1);
}

TEST_CASE("A service that does not say where a stream is keeps nobody waiting, and is asked once") {
  std::promise<std::string> answer;
  const auto asked = std::make_shared<std::atomic<int>>(0);
  StreamPlace place([asked, said = answer.get_future().share()] {
    ++*asked;
    return said.get();
  });
  LocalTime now{100s};
  for (int i = 0; i < 100; ++i) CHECK_FALSE(place.step(now += 100ms, false));
  answer.set_value("desk");
  std::optional<std::string> said;
  for (int i = 0; i < 3000 && !said; ++i) {
    std::this_thread::sleep_for(10ms);
    said = place.step(now, false);
  }
  CHECK(said == "desk");
  CHECK(*asked == 1);
}

TEST_CASE("Where the machine has no thread left the place of a stream is asked for a second later") {
  StreamPlace place([] { return std::string("desk"); });
  {
    const test::NoThreads full;
    CHECK_FALSE(place.step(LocalTime{100s}, false));
  }
  CHECK_FALSE(place.step(LocalTime{100500ms}, false));
  std::optional<std::string> said;
  for (int i = 0; i < 3000 && !said; ++i) {
    std::this_thread::sleep_for(10ms);
    said = place.step(LocalTime{101s}, false);
  }
  CHECK(said == "desk");
}

TEST_CASE("What a device holds is the least that was measured lately") {
  LeastHeld least;
  LocalTime now{100s};
  CHECK(least.on_measured(40ms, now) == 40ms);
  CHECK(least.on_measured(20ms, now + 100ms) == 20ms);
  CHECK(least.on_measured(60ms, now + 200ms) == 20ms);
  CHECK(least.on_measured(60ms, now + 16s) == 20ms);
  CHECK(least.on_measured(60ms, now + 32s) == 60ms);
  CHECK(least.on_measured(2s, now + 70s) == 300ms);
  CHECK(least.on_measured(-1s, now + 71s) == 0ms);
}

}  // namespace evenkeel
