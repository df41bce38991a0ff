#include "core/rtp/frame_pieces.h"

#include <time.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "tests/unit/rtp/referring_stream.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Position = FramePieces::Position;
using Run = FramePieces::Run;

/// Answers by walking over everything.
struct Walk {
  const FramePieces& pieces;

  Run run_from(Position start) const {
    std::int64_t expected = start->first;
    Position p = start;
    for (; p != pieces.end() && p->first == expected; ++p, ++expected) {
      if (p->second.data.empty()) continue;
      const bool other_frame = p->second.frame.timestamp != start->second.frame.timestamp;
      if (p != start && (p->second.starts_frame || other_frame)) return {p, Run::cut_short};
      if (p->second.marker) return {std::next(p), Run::complete};
    }
    return {p, Run::open};
  }
  Position behind_first_hole() const {
    if (pieces.empty()) return pieces.end();
    std::int64_t expected = pieces.begin()->first;
    return std::find_if(pieces.begin(), pieces.end(), [&](const auto& p) { return p.first != expected++; });
  }
  Position first_with_data() const {
    return std::find_if(pieces.begin(), pieces.end(), [](const auto& p) { return !p.second.data.empty(); });
  }
  LocalTime first_arrival(Position from) const {
    LocalTime first = LocalTime::max();
    for (Position p = from; p != pieces.end(); ++p) first = std::min(first, p->second.arrival);
    return first;
  }
  Position complete(Position from, const FramePieces::Wanted& wanted) const {
    for (Position p = from; p != pieces.end(); ++p) {
      if (p->second.starts_frame && wanted(p->second) && run_from(p).state == Run::complete) return p;
    }
    return pieces.end();
  }
  std::optional<LocalTime> key_frame_arrival() const {
    std::optional<LocalTime> latest;
    std::optional<std::uint32_t> timestamp;
    for (const auto& [sequence, piece] : pieces) {
      if (piece.starts_key_frame) {
        timestamp = piece.frame.timestamp;
        latest.reset();
      }
      if (piece.frame.timestamp == timestamp) latest = std::max(latest.value_or(piece.arrival), piece.arrival);
    }
    return latest;
  }
};

bool is_wanted(const FramePiece& first, std::uint32_t modulus) { return first.frame.timestamp % modulus == 0; }

void check_against_walk(FramePieces& pieces, std::uint32_t modulus) {
  const Walk walk{pieces};
  CHECK((pieces.behind_first_hole() == walk.behind_first_hole()));
  CHECK((pieces.first_with_data() == walk.first_with_data()));
  CHECK(pieces.key_frame_arrival() == walk.key_frame_arrival());
  const auto wanted = [&](const FramePiece& first) { return is_wanted(first, modulus); };
  CHECK((pieces.find_wanted(wanted) == walk.complete(pieces.begin(), wanted)));
  const auto key_frame = [](const FramePiece& first) { return first.starts_key_frame; };
  for (Position p = pieces.begin(); p != pieces.end(); ++p) {
    CHECK(pieces.first_arrival(p) == walk.first_arrival(p));
    CHECK((pieces.complete_key_frame(p) == walk.complete(p, key_frame)));
    if (!p->second.starts_frame) continue;
    const Run run = pieces.run_from(p);
    const Run walked = walk.run_from(p);
    CHECK((run.end == walked.end));
    CHECK(run.state == walked.state);
  }
}

/// A stream of short frames in which padding, lost ends and key frames are frequent.
std::vector<FramePiece> some_stream(std::mt19937& random) {
  std::vector<FramePiece> stream;
  for (std::uint32_t frame = 1; stream.size() < 60; ++frame) {
    const bool key_frame = random() % 5 == 0;
    const auto size = 1 + random() % 4;
    const bool ends = random() % 8 != 0;
    for (unsigned i = 0; i < size; ++i) {
      FramePiece piece;
      piece.frame.timestamp = frame;
      piece.starts_frame = i == 0;
      piece.starts_key_frame = i == 0 && key_frame;
      piece.marker = i + 1 == size && ends;
      piece.data = {1};
      stream.push_back(piece);
      if (random() % 8 != 0) continue;
      piece = {};
      piece.frame.timestamp = frame;
      stream.push_back(piece);
    }
  }
  return stream;
}

}  // namespace

TEST_CASE("What is kept up to date of the packets of frames is what a walk over all of them would find") {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    const auto stream = some_stream(random);
    FramePieces pieces;
    std::uint32_t modulus = 2;
    for (int step = 0; step < 80; ++step) {
      // More or less in order, and sometimes earlier by a clock that was set.
      const auto sequence =
          std::min<std::size_t>(stream.size() - 1, static_cast<unsigned>(step) * 3 / 4 + random() % 12);
      FramePiece piece = stream[sequence];
      piece.arrival = LocalTime{} + step * 10ms - (random() % 10 == 0 ? 35ms : 0ms);
      pieces.insert(static_cast<std::int64_t>(sequence), std::move(piece));
      check_against_walk(pieces, modulus);
      if (random() % 20 == 0) {
        modulus = 1 + static_cast<std::uint32_t>(random() % 5);
        pieces.forget_answers();
      }
      for (auto gone = random() % 20 == 0 ? random() % 10 : 0; gone > 0 && !pieces.empty(); --gone)
        pieces.remove_front();
      check_against_walk(pieces, modulus);
    }
    pieces.clear();
    check_against_walk(pieces, modulus);
  }
}

namespace {

Duration cpu_time() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec);
}

/// What a network thread asks after each packet.
void ask(FrameAssembler& assembler, LocalTime now) {
  while (assembler.poll(now)) {
  }
  assembler.next_wake();
  assembler.waiting();
  assembler.key_frame_arriving();
}

struct Costs {
  Duration first = Duration::max(), last = Duration::max();  ///< of 200 packets; the least of some rounds
};

std::vector<TestPacket> many_packets(const std::string& frame) {
  StreamMaker maker(PictureIds::of_15_bit, 0);
  auto packets = referring_stream("k 1", maker, 10);
  for (std::uint16_t id = 12; packets.size() < 2002; ++id)
    for (const auto& packet : referring_stream(frame, maker, id)) packets.push_back(packet);
  return packets;
}

void measure(const std::vector<TestPacket>& packets, bool lose_one, bool padding, Costs& costs) {
  FrameAssembler assembler({.max_wait = 60s});
  std::vector<Duration> taken;
  for (std::size_t i = 0; i < 2001; ++i) {
    if (i == 1 && lose_one) continue;
    auto parsed = parse_rtp(packets[i].bytes);
    if (padding && i > 1) parsed->payload = {};
    const LocalTime now = LocalTime{} + 10us * static_cast<int>(i);
    const Duration before = cpu_time();
    assembler.on_packet(*parsed, TrackedSequence{.number = static_cast<std::int64_t>(i)}, now);
    ask(assembler, now);
    taken.push_back(cpu_time() - before);
  }
  const auto sum = [&](long from) {
    return std::accumulate(taken.begin() + from, taken.begin() + from + 200, Duration::zero());
  };
  costs.first = std::min(costs.first, sum(100));
  costs.last = std::min(costs.last, sum(1780));
}

void check_costs(const std::string& frame, bool lose_one = true, bool padding = false) {
  const auto packets = many_packets(frame);
  Costs costs;
  for (int round = 0; round < 5; ++round) measure(packets, lose_one, padding, costs);
  INFO(frame << ": of the first packets " << costs.first.count() / 200 << " ns each, of the last "
             << costs.last.count() / 200);
  CHECK(costs.last < 3 * costs.first);
}

}  // namespace

TEST_CASE("A packet behind a hole costs the same, however many others wait there") {
  check_costs("1");
  check_costs("1/5");
  check_costs("1/2000");
  check_costs("o/5");
  check_costs("1", true, true);
  check_costs("1/2000", false);
}

TEST_CASE("Whether a key frame is complete costs the same, however many are not") {
  Costs costs;
  for (int round = 0; round < 5; ++round) {
    FramePieces pieces;
    std::vector<Duration> taken;
    for (std::int64_t i = 0; i < 2000; ++i) {
      FramePiece first;
      first.frame.timestamp = static_cast<std::uint32_t>(i);
      first.data = {1};
      first.starts_frame = first.starts_key_frame = true;
      const Duration before = cpu_time();
      pieces.insert(i, std::move(first));
      CHECK((pieces.complete_key_frame(pieces.begin()) == pieces.end()));
      taken.push_back(cpu_time() - before);
    }
    const auto sum = [&](long from) {
      return std::accumulate(taken.begin() + from, taken.begin() + from + 200, Duration::zero());
    };
    costs.first = std::min(costs.first, sum(100));
    costs.last = std::min(costs.last, sum(1780));
  }
  INFO("Of the first packets " << costs.first.count() / 200 << " ns each, of the last " << costs.last.count() / 200);
  CHECK(costs.last < 3 * costs.first);
}
