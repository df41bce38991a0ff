// Sees and hears a call from outside: the test picture on a virtual display, and the test sound from the monitor of a
// loudspeaker, both by this machine's monotonic clock.
//
//   calls_watch SCREEN MICROPHONE SECONDS
//
// SCREEN: the file of Xvfb -fbdir. MICROPHONE: as --audio takes it. The seconds count from when the picture was found,
// which must be within 20 s. A line each on standard output, times in seconds:
//
//   picture SEEN STAMP FLASH   another picture; the time that is drawn in it; 1: its square is white
//   beep HEARD                 its first loud sample, behind 300 ms of quiet

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "app/capture/test_picture.h"
#include "app/capture/time_stamp.h"
#include "app/process/program_end.h"
#include "app/sound/make_sound.h"
#include "core/net/clock.h"
#include "core/net/wakeup.h"
#include "tests/calls/watch/framebuffer.h"
#include "tests/calls/watch/test_picture_finder.h"

namespace evenkeel::test {
namespace {

constexpr Duration poll_period = 2ms;

double seconds(LocalTime time) { return to_seconds(time.time_since_epoch()); }

void wait_until(LocalTime time) { Wakeup().wait_until(time); }

/// Blocks come from a thread of the microphone.
class Beeps {
 public:
  void listen(const SoundBlock& block, LocalTime captured) {
    constexpr int loud = 1500;  // of a peak of 8000
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (std::abs(block[i]) < loud) continue;
      const LocalTime heard = captured + to_duration(static_cast<std::int64_t>(i));
      if (heard - std::exchange(last_, heard) < 300ms) continue;
      const std::lock_guard lock(mutex_);
      heard_.push_back(heard);
    }
  }
  std::vector<LocalTime> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(heard_, {});
  }

 private:
  LocalTime last_{};
  std::mutex mutex_;
  std::vector<LocalTime> heard_;
};

Rectangle find_picture(const Framebuffer& screen) {
  TestPictureFinder finder(screen);
  const LocalTime begin = monotonic_now();
  for (LocalTime due = begin; monotonic_now() - begin < 20s; due += 20ms) {
    wait_until(due);
    finder.look(monotonic_now());
    if (due - begin < 4s || (due - begin) % 500ms != 0s) continue;
    if (const auto found = finder.find()) return *found;
  }
  throw std::runtime_error("no test picture is seen on the screen");
}

class Pictures {
 public:
  Pictures(const Framebuffer& screen, const Rectangle& shown) : screen_(screen), shown_(shown) {
    picture_.resize(shown.width, shown.height);
  }
  void look() {
    screen_.copy(shown_, 0, shown_.height / 20, picture_);
    const LocalTime now = monotonic_now();
    const auto stamp = read_time(picture_);
    if (!stamp || stamp == last_) return;
    last_ = stamp;
    screen_.copy(shown_, shown_.height * 3 / 8, shown_.height * 5 / 8 + 1, picture_);
    std::printf("picture %.4f %.4f %d\n", seconds(now), seconds(*stamp), is_flashing(picture_) ? 1 : 0);
  }

 private:
  const Framebuffer& screen_;
  const Rectangle shown_;
  Picture picture_;
  std::optional<LocalTime> last_;
};

int watch(const char* file, const char* microphone_name, double length) {
  const Framebuffer screen(file);
  std::string message;
  const auto microphone = make_microphone(std::string(microphone_name), WithoutMicrophone::silence, message);
  if (!microphone) throw std::runtime_error(message);
  Beeps beeps;
  microphone->start([&](const SoundBlock& block, LocalTime captured) { beeps.listen(block, captured); });
  const Rectangle shown = find_picture(screen);
  std::fprintf(stderr, "seen at %d,%d in %dx%d\n", shown.left, shown.top, shown.width, shown.height);
  Pictures pictures(screen, shown);
  const LocalTime end = monotonic_now() + std::chrono::duration_cast<Duration>(std::chrono::duration<double>(length));
  for (LocalTime due = monotonic_now(); due < end; due = std::max<LocalTime>(due + poll_period, monotonic_now())) {
    wait_until(due);
    pictures.look();
    for (const LocalTime heard : beeps.take()) std::printf("beep %.4f\n", seconds(heard));
  }
  microphone->stop();
  return 0;
}

}  // namespace
}  // namespace evenkeel::test

int main(int argc, char** argv) {
  using namespace evenkeel;
  if (argc != 4) return 2;
  try {
    return end_program(test::watch(argv[1], argv[2], std::atof(argv[3])));
  } catch (const std::exception& error) {
    return end_program(fail(error.what()));
  }
}
