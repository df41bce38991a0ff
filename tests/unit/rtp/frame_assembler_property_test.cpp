#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "core/rtp/frame_assembler.h"
#include "tests/unit/rtp/stream_maker.h"
#include "tracked.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

struct Path {
  const char* what;
  int keys_percent;
  int loss_percent;
  int duplicates_percent;
  Duration jitter;
};

struct Sent {
  std::vector<TestFrame> frames;
  std::multimap<LocalTime, Bytes> arrivals;
};

int percent(std::mt19937& random) { return static_cast<int>(random() % 100); }

Duration up_to(std::mt19937& random, Duration most) {
  return Duration(static_cast<Duration::rep>(random() % static_cast<unsigned>(most.count() + 1)));
}

// Frames at 30 Hz over a path that loses, doubles and reorders packets.
Sent send(std::mt19937& random, PictureIds ids, const Path& path) {
  Sent sent;
  StreamMaker maker(ids, static_cast<std::uint16_t>(random()), static_cast<std::uint16_t>(random()));
  LocalTime now{10s};
  for (int i = 0; i < 300; ++i, now += Duration(33'333'333)) {
    TestFrame frame{i == 0 || percent(random) < path.keys_percent, false, 1 + static_cast<int>(random() % 6)};
    frame.non_reference = !frame.key && percent(random) < 30;
    for (const auto& packet : maker.packets_of(frame)) {
      if (percent(random) >= path.loss_percent) sent.arrivals.emplace(now + up_to(random, path.jitter), packet.bytes);
      if (percent(random) < path.duplicates_percent)
        sent.arrivals.emplace(now + up_to(random, path.jitter), packet.bytes);
    }
    sent.frames.push_back(frame);
  }
  return sent;
}

/// Takes frames as they are given out and knows which of them a decoder could decode.
class Judge {
 public:
  explicit Judge(const std::vector<TestFrame>& frames) : frames_(frames) {}

  void operator()(const ReceivedFrame& frame) {
    const std::size_t number = frame.rtp_timestamp / 3000;
    REQUIRE(number < frames_.size());
    REQUIRE((count_ == 0 || number > last_));
    REQUIRE(frame.data == frames_[number].data);
    REQUIRE(frame.key_frame == frames_[number].key);
    REQUIRE(frame.first_arrival <= frame.completed);
    REQUIRE((frame.key_frame || (count_ > 0 && nothing_missing(last_ + 1, number))));
    last_ = number;
    ++count_;
  }
  std::size_t count() const { return count_; }

 private:
  bool nothing_missing(std::size_t from, std::size_t to) const {
    return std::all_of(frames_.begin() + static_cast<std::ptrdiff_t>(from),
                       frames_.begin() + static_cast<std::ptrdiff_t>(to),
                       [](const TestFrame& f) { return f.non_reference; });
  }

  const std::vector<TestFrame>& frames_;
  std::size_t last_ = 0;
  std::size_t count_ = 0;
};

void receive(const Sent& sent, test::Tracked<FrameAssembler>& assembler, Judge& judge) {
  const auto drain = [&](LocalTime now) {
    while (const auto frame = assembler.poll(now)) judge(*frame);
    const auto wake = assembler.next_wake();
    REQUIRE((!wake || *wake > now));
  };
  for (const auto& [time, bytes] : sent.arrivals) {
    while (assembler.next_wake() && *assembler.next_wake() <= time) drain(*assembler.next_wake());
    assembler.on_packet(*parse_rtp(bytes), time);
    drain(time);
  }
  while (assembler.next_wake()) drain(*assembler.next_wake());
}

}  // namespace

TEST_CASE("Whatever the path does, frames come whole, in order, and decodable") {
  const auto ids = GENERATE(PictureIds::none, PictureIds::of_7_bit, PictureIds::of_15_bit);
  const auto path = GENERATE(values<Path>({{"clean", 5, 0, 0, 0ms},
                                           {"reordering within the wait", 0, 0, 0, 50ms},
                                           {"reordering and duplicates", 0, 0, 30, 50ms},
                                           {"loss", 5, 5, 0, 0ms},
                                           {"everything", 5, 5, 10, 50ms},
                                           {"reordering beyond the wait", 5, 1, 5, 200ms},
                                           {"heavy loss", 20, 40, 5, 100ms}}));
  const auto seed = GENERATE(range(0u, 15u));
  INFO(path.what << ", seed " << seed);
  std::mt19937 random(seed);
  const Sent sent = send(random, ids, path);
  test::Tracked<FrameAssembler> assembler{FrameAssemblerConfig{}};
  Judge judge(sent.frames);
  receive(sent, assembler, judge);

  const auto& stats = assembler.stats();
  CHECK(judge.count() == stats.frames_completed);
  CHECK(stats.malformed == 0);
  CHECK(stats.frames_completed + stats.frames_lost + stats.frames_undecodable <= sent.frames.size());
  // A key frame that overtakes others ends the wait for them: nothing is lost only where there are none.
  if (path.loss_percent == 0) CHECK(judge.count() == sent.frames.size());
  if (path.loss_percent == 0) CHECK(stats.frames_lost + stats.late == 0);
  if (path.loss_percent == 5) CHECK(judge.count() > 10);  // key frames, and what follows until the next loss
}
