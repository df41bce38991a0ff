#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "core/rtp/frame_assembler.h"
#include "tests/unit/rtp/referring_stream.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

struct Path {
  const char* what;
  int loss_percent;
  Duration jitter;
  int recovered_percent;  // of the lost packets
  int duplicates_percent;
  int keys_percent;
  int jumps_percent;  // frames that do not refer to the one before
  int wrong_percent;  // frames that refer to what cannot be
};

struct Arrival {
  std::size_t frame = 0;
  int piece = 0;
  PacketOrigin origin = PacketOrigin::wire;
  Bytes bytes;
};

struct Sent {
  std::vector<TestFrame> frames;
  std::multimap<LocalTime, Arrival> arrivals;
};

class Sender {
 public:
  Sender(unsigned seed, const Path& path) : random_(seed), path_(path) {}

  Sent run(int frames) {
    StreamMaker maker(PictureIds::of_15_bit, static_cast<std::uint16_t>(random_()));
    auto id = static_cast<std::uint16_t>(0xFF80 + random_() % 0x80);
    Sent sent;
    for (LocalTime now{10s}; frames > 0; --frames, now += Duration(33'333'333)) {
      sent.frames.push_back(frame(sent.frames.size(), id++));
      int piece = 0;
      for (auto& packet : maker.packets_of(sent.frames.back()))
        send(sent, now, {packet.frame, piece++, {}, packet.bytes});
    }
    return sent;
  }

 private:
  bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }
  Duration up_to(Duration most) { return most * static_cast<Duration::rep>(random_() % 1000) / 1000; }
  PacketOrigin recovery() { return chance(50) ? PacketOrigin::retransmission : PacketOrigin::repair; }

  TestFrame frame(std::size_t number, std::uint16_t id) {
    TestFrame frame{number == 0 || chance(path_.keys_percent), false, 1 + static_cast<int>(random_() % 5)};
    frame.dependency = FrameDependency{id, {}, 0};
    if (frame.key) {
      last_key_ = number;
    } else {
      refer(number, *frame.dependency);
    }
    return frame;
  }

  void refer(std::size_t number, FrameDependency& d) {
    const std::size_t furthest = number - last_key_;
    if (chance(path_.wrong_percent)) {
      d.references = random_() % 2;
      d.distances[0] = static_cast<std::uint16_t>(furthest + 1 + random_() % 1000);
      return;
    }
    if (!chance(path_.jumps_percent)) d.distances[d.references++] = 1;
    const bool anchored = d.references == 0 || chance(50);
    if (anchored)
      d.distances[d.references++] = static_cast<std::uint16_t>(1 + random_() % std::min<std::size_t>(furthest, 15));
  }

  void send(Sent& sent, LocalTime now, Arrival arrival) {
    const auto later = [&] { return now + 40ms + up_to(400ms); };
    const bool lost = chance(path_.loss_percent);
    if (!lost) sent.arrivals.emplace(now + up_to(path_.jitter), arrival);
    arrival.origin = recovery();
    if (chance(lost ? path_.recovered_percent : path_.duplicates_percent)) sent.arrivals.emplace(later(), arrival);
  }

  std::mt19937 random_;
  Path path_;
  std::size_t last_key_ = 0;
};

/// The rule, plainly: the next frame is the first behind the last one that is complete and whose references were given
/// out since the last key frame.
class Rule {
 public:
  explicit Rule(const std::vector<TestFrame>& frames)
      : frames_(frames), came_(frames.size()), recovered_(frames.size()) {}

  void on_arrival(const Arrival& a) {
    if (came_[a.frame].insert(a.piece).second && a.origin != PacketOrigin::wire) recovered_[a.frame] = true;
  }
  std::optional<std::size_t> next() const {
    for (std::size_t n = next_; n < frames_.size(); ++n) {
      if (static_cast<int>(came_[n].size()) == frames_[n].packets && decodable(n)) return n;
    }
    return std::nullopt;
  }
  void check(const ReceivedFrame& frame) const {
    const std::size_t number = frame.rtp_timestamp / 3000;
    REQUIRE(number < frames_.size());
    REQUIRE(number >= next_);
    REQUIRE(decodable(number));
    REQUIRE(frame.data == frames_[number].data);
    REQUIRE(frame.key_frame == frames_[number].key);
    REQUIRE(frame.id == frames_[number].dependency->id);
    REQUIRE(frame.recovered == recovered_[number]);
  }
  void on_given(std::size_t number) {
    if (count_ == 0) saw_first_ = !came_[0].empty();
    if (frames_[number].key) given_.clear();
    given_.insert(number);
    next_ = number + 1;
    ++count_;
  }
  std::size_t count() const { return count_; }
  std::size_t behind_newest() const { return next_; }
  /// By the time the first frame was given out; else nobody can know how many there were before.
  bool saw_first() const { return saw_first_; }

 private:
  bool decodable(std::size_t number) const {
    const auto distances = frames_[number].dependency->distances_used();
    return frames_[number].key ||
           (!distances.empty() && std::ranges::all_of(distances, [&](auto d) { return given_.contains(number - d); }));
  }

  const std::vector<TestFrame>& frames_;
  std::vector<std::set<int>> came_;
  std::vector<bool> recovered_;
  std::set<std::size_t> given_;
  std::size_t next_ = 0;
  std::size_t count_ = 0;
  bool saw_first_ = false;
};

const std::vector<Path> paths{{"clean", 0, 0ms, 0, 0, 5, 5, 0},
                              {"reordering and duplicates", 0, 80ms, 0, 20, 5, 5, 0},
                              {"loss, all recovered", 5, 0ms, 100, 0, 0, 0, 0},
                              {"loss, most recovered", 5, 20ms, 90, 5, 5, 10, 0},
                              {"heavy loss", 30, 50ms, 70, 10, 5, 20, 0},
                              {"loss, nothing recovered", 10, 20ms, 0, 0, 5, 20, 0},
                              {"wrong descriptors", 5, 20ms, 80, 5, 5, 20, 10}};

}  // namespace

TEST_CASE("With descriptors exactly those frames are given out that the rule says, and at once") {
  const auto path = GENERATE(from_range(paths));
  const auto seed = GENERATE(range(0u, 20u));
  INFO(path.what << ", seed " << seed);
  const Sent sent = Sender(seed, path).run(300);
  FrameAssemblerConfig config;
  config.max_wait = config.reordering_wait = 1h;
  config.max_packets = 100'000;
  test::Tracked<FrameAssembler> assembler(config);
  Rule rule(sent.frames);
  std::optional<std::int64_t> needed;
  for (const auto& [now, arrival] : sent.arrivals) {
    assembler.on_packet(*parse_rtp(arrival.bytes), now, arrival.origin);
    rule.on_arrival(arrival);
    while (const auto frame = assembler.poll(now)) {
      rule.check(*frame);
      const std::size_t number = frame->rtp_timestamp / 3000;
      REQUIRE(rule.next() == number);
      rule.on_given(number);
    }
    REQUIRE_FALSE(rule.next());
    REQUIRE(assembler.needs_key_frame() == (rule.count() == 0));
    if (rule.count() > 0) {
      REQUIRE(assembler.first_needed() >= needed);
      needed = assembler.first_needed();
    }
    const auto waiting = assembler.waiting();
    REQUIRE(
        (!waiting || waiting->id == static_cast<std::uint16_t>(sent.frames[0].dependency->id + rule.behind_newest())));
  }
  const auto& stats = assembler.stats();
  CHECK(stats.frames_completed == rule.count());
  const auto known = stats.frames_completed + stats.frames_lost + stats.frames_undecodable;
  CHECK(known <= rule.behind_newest());
  if (rule.saw_first()) CHECK(known == rule.behind_newest());
  CHECK(stats.frames_passed_over == stats.frames_lost + stats.frames_undecodable);
  if (path.jitter == 0ms && path.recovered_percent == 100) CHECK(rule.count() == sent.frames.size());
  if (path.jitter == 0ms && path.loss_percent == 0) CHECK(rule.count() == sent.frames.size());
  CHECK(rule.count() > 10);
}

TEST_CASE("With little room and short waits as well, what is given out is whole, in order and decodable") {
  const auto path = GENERATE(from_range(paths));
  const auto seed = GENERATE(range(100u, 110u));
  INFO(path.what << ", seed " << seed);
  const Sent sent = Sender(seed, path).run(300);
  FrameAssemblerConfig config;
  config.max_wait = 200ms;
  config.max_packets = 30;
  test::Tracked<FrameAssembler> assembler(config);
  Rule rule(sent.frames);
  const auto drain = [&](LocalTime now) {
    while (const auto frame = assembler.poll(now)) {
      rule.check(*frame);
      rule.on_given(frame->rtp_timestamp / 3000);
    }
    const auto wake = assembler.next_wake();
    REQUIRE((!wake || *wake > now));
  };
  for (const auto& [now, arrival] : sent.arrivals) {
    while (assembler.next_wake() && *assembler.next_wake() <= now) drain(*assembler.next_wake());
    assembler.on_packet(*parse_rtp(arrival.bytes), now, arrival.origin);
    rule.on_arrival(arrival);
    drain(now);
  }
  while (assembler.next_wake()) drain(*assembler.next_wake());
  const auto& stats = assembler.stats();
  CHECK(stats.frames_completed == rule.count());
  CHECK(stats.frames_completed + stats.frames_lost + stats.frames_undecodable <= sent.frames.size());
  CHECK(stats.frames_passed_over <= stats.frames_lost + stats.frames_undecodable);
  if (path.keys_percent > 0) CHECK(rule.count() > 10);
}
