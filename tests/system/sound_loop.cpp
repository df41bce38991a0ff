#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "app/process/program_end.h"
#include "app/sound/make_sound.h"
#include "core/net/clock.h"
#include "core/telemetry/percentile.h"

/// A loop of the air: plays a click each half second through a loudspeaker, finds it in what a microphone hears, and
/// says each change of state at once, each second what was heard, and that it stops, a line each on standard error. In
/// the end, on standard output: the delay from the taking of a click to its coming, in ms, and how far the times that
/// the two devices tell are apart.
///
///   system_sound_loop MICROPHONE LOUDSPEAKER SECONDS
namespace {

using namespace evenkeel;

constexpr int period = 50;  // blocks
constexpr std::int16_t loud = 16'000;

struct Loop {
  std::atomic<std::int64_t> taken{0};  // when a click was, ns
  std::atomic<std::int64_t> heard{0};  // what the loudspeaker tells
  std::atomic<int> clicks{0};
  std::atomic<int> blocks{0};
  int played = 0;
  LocalTime last{};
  std::vector<double> delays;  // ms
  std::vector<double> told;

  void play(SoundBlock& out, LocalTime now, LocalTime at) {
    out.fill(0);
    if (++played % period != 0) return;
    std::fill_n(out.begin(), 48, loud);
    heard = at.time_since_epoch().count();
    taken = now.time_since_epoch().count();
  }

  void listen(const SoundBlock& block, LocalTime captured) {
    ++blocks;
    const auto found = std::find_if(block.begin(), block.end(), [](std::int16_t s) { return std::abs(s) > loud / 2; });
    if (found == block.end() || monotonic_now() - last < 250ms) return;
    last = monotonic_now();
    ++clicks;
    const LocalTime came = captured + to_duration(found - block.begin());
    delays.push_back(to_milliseconds(last - LocalTime(Duration(taken))));
    told.push_back(to_milliseconds(came - LocalTime(Duration(heard))));
  }
};

void print_change(const SourceState& state, std::string& before) {
  if (state.text != before) std::fprintf(stderr, "%s\n", state.text.c_str());
  before = state.text;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  std::string message;
  const auto microphone = make_microphone(std::string(argv[1]), WithoutMicrophone::silence, message);
  if (!microphone) return end_program(fail(message));
  const auto loudspeaker = make_loudspeaker(std::string(argv[2]), message);
  if (!loudspeaker) return end_program(fail(message));
  Loop loop;
  loudspeaker->start([&](SoundBlock& out, LocalTime now, LocalTime heard) { loop.play(out, now, heard); });
  microphone->start([&](const SoundBlock& block, LocalTime captured) { loop.listen(block, captured); });
  std::array<std::string, 2> states;
  for (int tenth = 1; tenth <= 10 * std::atoi(argv[3]); ++tenth) {
    sleep_until(monotonic_now() + 100ms, {});
    print_change(microphone->state(), states[0]);
    print_change(loudspeaker->state(), states[1]);
    if (tenth % 10 == 0)
      std::fprintf(stderr, "heard %d clicks in %d blocks\n", loop.clicks.exchange(0), loop.blocks.exchange(0));
  }
  std::fprintf(stderr, "stopping\n");
  microphone->stop();
  loudspeaker->stop();
  if (!loop.delays.empty()) {
    std::ranges::sort(loop.delays);
    std::ranges::sort(loop.told);
    std::printf("delay p50 %.1f p95 %.1f ms\n", percentile_of_sorted(loop.delays, 0.5),
                percentile_of_sorted(loop.delays, 0.95));
    std::printf("told apart p5 %.1f p50 %.1f p95 %.1f ms\n", percentile_of_sorted(loop.told, 0.05),
                percentile_of_sorted(loop.told, 0.5), percentile_of_sorted(loop.told, 0.95));
  }
  return end_program(0);
}
