#include <catch2/catch.hpp>
#include <string>

#include "core/rtp/frame_assembler.h"
#include "tests/unit/rtp/referring_stream.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr LocalTime t0{50s};

}  // namespace

TEST_CASE("With descriptors a frame is given out when all that it refers to was, past holes as well") {
  struct Row {
    const char* what;
    const char* script;                            // see referring_stream()
    std::vector<int> order;                        // of packets, 1 ms apart
    std::vector<int> given;                        // frames, in the order of giving out
    std::uint64_t lost, undecodable, passed_over;  // after the wait
    bool waits;                                    // for the longest wait
  };
  const auto row = GENERATE(values<Row>({
      {"in order", "k 1 1/2 1+3", {0, 1, 2, 3, 4}, {0, 1, 2, 3}, 0, 0, 0, false},
      {"the other way round", "k 1 1/2 1", {4, 3, 2, 1, 0}, {0, 1, 2, 3}, 0, 0, 0, false},
      {"duplicates", "k 1/2 1", {0, 0, 1, 1, 2, 0, 1, 2, 3, 3}, {0, 1, 2}, 0, 0, 0, false},
      {"a frame missing", "k 1 1 1", {0, 2, 3}, {0}, 1, 2, 0, true},
      {"it comes late", "k 1 1 1", {0, 2, 3, 1}, {0, 1, 2, 3}, 0, 0, 0, false},
      {"a piece missing", "k 1/3 1 1", {0, 1, 3, 4, 5}, {0}, 1, 2, 0, true},
      {"a piece of the last one missing", "k 1/3", {0, 1, 3}, {0}, 1, 0, 0, true},
      {"it comes late, too", "k 1/3 1 1", {0, 1, 3, 4, 5, 2}, {0, 1, 2, 3}, 0, 0, 0, false},
      {"a frame does without one that is missing", "k 1 2 1", {0, 2, 3}, {0, 2, 3}, 1, 0, 1, false},
      {"without one that lacks a piece", "k 1/3 2 1", {0, 1, 3, 4, 5}, {0, 2, 3}, 1, 0, 1, false},
      {"without several", "k 1 1 1/2 4 1", {0, 2, 3, 5, 6}, {0, 4, 5}, 2, 1, 3, false},
      {"not before it is complete", "k 1 2/2 1", {0, 2, 4, 3}, {0, 2, 3}, 1, 0, 1, false},
      {"a late repair of what was passed over", "k 1 2 1", {0, 2, 1, 3}, {0, 2, 3}, 1, 0, 1, false},
      {"of two references one is missing", "k 1 1+2 1", {0, 2, 3}, {0}, 1, 2, 0, true},
      {"the second of them", "k 1/2 2 1 1+3 1", {0, 1, 3, 4, 5, 6}, {0, 2, 3}, 1, 2, 1, true},
      {"both references mended", "k 1 1 1+2 1", {0, 3, 4, 2, 1}, {0, 1, 2, 3, 4}, 0, 0, 0, false},
      {"what the hole held comes before what can do without",
       "k 1/2 1 3/2",
       {0, 1, 3, 4, 2, 5},
       {0, 1, 2, 3},
       0,
       0,
       0,
       false},
      {"a key frame does without all", "k 1 1 k/2 1", {0, 2, 3, 4, 5}, {0, 3, 4}, 1, 1, 2, false},
      {"a key frame of another size, reordered", "k 1 k/2 1", {0, 3, 4, 2}, {0, 2, 3}, 1, 0, 1, false},
      {"the key frame itself has a hole", "k 1 k/2 1", {0, 1, 3, 4}, {0, 1}, 1, 1, 0, true},
      {"nothing before a key frame", "k 1 1", {1, 2}, {}, 0, 2, 0, true},
      {"the first key frame comes in the end", "k/3 1 1", {0, 2, 3, 4, 1}, {0, 1, 2}, 0, 0, 0, false},
      {"the second is the first that is whole", "k/2 1 k 1", {1, 2, 3, 4}, {2, 3}, 1, 1, 2, false},
      {"a reference that never was", "k 5 2 1", {0, 1, 2, 3}, {0, 2, 3}, 0, 1, 1, false},
      {"far back, where nothing was", "k 16383 2 1", {0, 1, 2, 3}, {0, 2, 3}, 0, 1, 1, false},
      {"from before the key frame", "k 1 k 2 2 1", {0, 1, 2, 3, 4, 5}, {0, 1, 2, 4, 5}, 0, 1, 1, false},
      {"no reference, but no key frame", "k d 2 1", {0, 1, 2, 3}, {0, 2, 3}, 0, 1, 1, false},
      {"a wrong one and nothing that mends it", "k 5 1", {0, 1, 2}, {0}, 0, 2, 0, true},
      {"to a frame that was passed over", "k 1 2 2 1", {0, 2, 3, 4}, {0, 2}, 1, 2, 1, true},
  }));
  INFO(row.what);
  const auto first_id = GENERATE(as<std::uint16_t>{}, 1, 0x7FFE, 0xFFFF);
  StreamMaker maker(PictureIds::of_15_bit, 65533);
  const auto packets = referring_stream(row.script, maker, first_id);
  test::Tracked<FrameAssembler> assembler{FrameAssemblerConfig{}};
  CHECK(assembler.needs_key_frame());
  LocalTime now = t0;
  std::vector<int> given;
  for (const int i : row.order) {
    give(assembler, packets.at(static_cast<std::size_t>(i)), now += 1ms);
    while (const auto frame = assembler.poll(now)) {
      given.push_back(static_cast<int>(frame->rtp_timestamp / 3000));
      CHECK(frame->id == static_cast<std::uint16_t>(first_id + given.back()));
      CHECK(assembler.newest_given_out() == frame->id);
    }
  }
  CHECK(given == row.given);
  CHECK(assembler.next_wake().has_value() == row.waits);
  CHECK(assembler.needs_key_frame() == given.empty());
  CHECK(drain_frames(assembler, now + 3s).empty());
  CHECK_FALSE(assembler.next_wake());
  CHECK(assembler.needs_key_frame() == row.waits);
  CHECK(assembler.stats().frames_completed == row.given.size());
  CHECK(assembler.stats().frames_lost == row.lost);
  CHECK(assembler.stats().frames_undecodable == row.undecodable);
  CHECK(assembler.stats().frames_passed_over == row.passed_over);
}

TEST_CASE("A hole before frames with descriptors is given up when the longest wait is over, and not before") {
  StreamMaker maker(PictureIds::of_15_bit, 0);
  const auto packets = referring_stream("k 1 1 1 1", maker, 7);
  FrameAssemblerConfig config;
  config.max_wait = 2s;
  test::Tracked<FrameAssembler> assembler(config);
  give(assembler, packets[0], t0);
  CHECK(drain_numbers(assembler, t0) == std::vector{0});
  give(assembler, packets[3], t0 + 10ms);
  give(assembler, packets[2], t0 + 20ms);
  CHECK(drain_numbers(assembler, t0 + 2010ms - 1ns).empty());
  CHECK(assembler.next_wake() == t0 + 2010ms);
  CHECK_FALSE(assembler.needs_key_frame());

  SECTION("it is filled at the last moment") {
    give(assembler, packets[1], t0 + 2010ms - 1ns, PacketOrigin::retransmission);
    CHECK(drain_numbers(assembler, t0 + 2010ms - 1ns) == std::vector{1, 2, 3});
    CHECK_FALSE(assembler.needs_key_frame());
  }
  SECTION("it is filled too late: a key frame is needed until something can be decoded") {
    CHECK(drain_numbers(assembler, t0 + 2010ms).empty());
    CHECK(assembler.needs_key_frame());
    give(assembler, packets[1], t0 + 2011ms, PacketOrigin::repair);
    CHECK(assembler.stats().late == 1);
    CHECK(drain_numbers(assembler, t0 + 2011ms).empty());
    StreamMaker later(PictureIds::of_15_bit, 5);
    give(assembler, referring_stream("5", later, 12)[0], t0 + 2011ms);
    CHECK(drain_numbers(assembler, t0 + 2011ms).size() == 1);
    CHECK_FALSE(assembler.needs_key_frame());
  }
}

TEST_CASE("Who asks for what is missing learns what is waited for and since when") {
  StreamMaker maker(PictureIds::of_15_bit, 10);
  const auto packets = referring_stream("k 1/2 1 3/2", maker, 0xFFFF);
  test::Tracked<FrameAssembler> assembler{FrameAssemblerConfig{}};
  CHECK_FALSE(assembler.newest_given_out());
  CHECK_FALSE(assembler.waiting());
  CHECK_FALSE(assembler.first_needed());
  give(assembler, packets[0], t0);
  CHECK(assembler.first_needed() == 10);
  CHECK_FALSE(assembler.waiting());
  drain_frames(assembler, t0);
  CHECK(assembler.newest_given_out() == 0xFFFF);
  CHECK(assembler.first_needed() == 11);
  CHECK_FALSE(assembler.waiting());

  give(assembler, packets[3], t0 + 2ms);
  give(assembler, packets[1], t0 + 5ms);
  drain_frames(assembler, t0 + 5ms);
  REQUIRE(assembler.waiting());
  CHECK(assembler.waiting()->id == 0);
  CHECK(assembler.waiting()->since == t0 + 2ms);
  CHECK(assembler.first_needed() == 11);

  give(assembler, packets[5], t0 + 7ms);
  SECTION("what is missing comes") {
    give(assembler, packets[2], t0 + 9ms, PacketOrigin::retransmission);
    CHECK(drain_numbers(assembler, t0 + 9ms) == std::vector{1, 2});
    REQUIRE(assembler.waiting());
    CHECK(assembler.waiting()->id == 2);
    CHECK(assembler.waiting()->since == t0 + 7ms);
    CHECK(assembler.first_needed() == 14);
  }
  SECTION("a frame can do without it") {
    give(assembler, packets[4], t0 + 9ms);
    CHECK(drain_numbers(assembler, t0 + 9ms) == std::vector{3});
    CHECK(assembler.newest_given_out() == 2);
    CHECK_FALSE(assembler.waiting());
    CHECK(assembler.first_needed() == 16);
  }
}

TEST_CASE("A frame is recovered if a piece of it was sent again or repaired before it came itself") {
  StreamMaker maker(PictureIds::of_15_bit, 0);
  const auto packets = referring_stream("k 1/2 1/2 1", maker, 0);
  test::Tracked<FrameAssembler> assembler{FrameAssemblerConfig{}};
  give(assembler, packets[0], t0);
  give(assembler, packets[0], t0, PacketOrigin::retransmission);
  give(assembler, packets[1], t0 + 1ms);
  give(assembler, packets[2], t0 + 2ms, PacketOrigin::repair);
  give(assembler, packets[2], t0 + 2ms, PacketOrigin::retransmission);
  give(assembler, packets[2], t0 + 2ms);
  give(assembler, packets[4], t0 + 3ms);
  give(assembler, packets[5], t0 + 3ms);
  give(assembler, packets[3], t0 + 4ms, PacketOrigin::retransmission);
  const auto frames = drain_frames(assembler, t0 + 4ms);
  REQUIRE(frames.size() == 4);
  CHECK_FALSE(frames[0].recovered);
  CHECK(frames[1].recovered);
  CHECK(frames[2].recovered);
  CHECK_FALSE(frames[3].recovered);
  CHECK(frames[2].first_arrival == t0 + 3ms);
  CHECK(frames[2].completed == t0 + 4ms);
  CHECK(assembler.stats().duplicates == 3);
}

TEST_CASE("A wrong descriptor makes its packet a lost one") {
  StreamMaker maker(PictureIds::of_15_bit, 0);
  auto packets = referring_stream("k 1 1 3 1", maker, 0);
  packets[1].bytes[12 + 4 + 1 + 4] = 0;  // the distance, behind the header, the extension's and its element's
  test::Tracked<FrameAssembler> assembler{FrameAssemblerConfig{}};
  for (int i = 0; i < 3; ++i) give(assembler, packets[static_cast<std::size_t>(i)], t0);
  CHECK(drain_numbers(assembler, t0) == std::vector{0});
  CHECK(assembler.stats().malformed == 1);
  REQUIRE(assembler.waiting());
  CHECK(assembler.waiting()->id == 1);
  give(assembler, packets[3], t0);
  give(assembler, packets[4], t0);
  CHECK(drain_numbers(assembler, t0) == std::vector{3, 4});
  CHECK(assembler.stats().frames_lost == 1);
}

TEST_CASE("Too many packets behind a hole push out the oldest, and a key frame is needed") {
  StreamMaker maker(PictureIds::of_15_bit, 0);
  const auto packets = referring_stream("k 1 1 1 1 1 k 1", maker, 0);
  FrameAssemblerConfig config;
  SECTION("by number") { config.max_packets = 3; }
  SECTION("by size") { config.max_bytes = 16; }
  test::Tracked<FrameAssembler> assembler(config);
  for (const int i : {0, 2, 3, 4}) {
    CHECK_FALSE((i > 0 && assembler.needs_key_frame()));
    give(assembler, packets[static_cast<std::size_t>(i)], t0);
    drain_frames(assembler, t0);
  }
  give(assembler, packets[5], t0);
  CHECK(drain_numbers(assembler, t0).empty());
  CHECK(assembler.needs_key_frame());
  give(assembler, packets[1], t0, PacketOrigin::repair);
  CHECK(drain_numbers(assembler, t0).empty());
  give(assembler, packets[6], t0);
  give(assembler, packets[7], t0);
  CHECK(drain_numbers(assembler, t0) == std::vector{6, 7});
  CHECK_FALSE(assembler.needs_key_frame());
}

TEST_CASE("Descriptors may begin and end within a stream") {
  struct Row {
    const char* what;
    const char* script;
    std::vector<int> order, given;
    bool needs_key;  // after the wait
    bool has_id;
  };
  const auto row = GENERATE(values<Row>({
      {"they begin", "O o o 1+3 1", {0, 1, 2, 3, 4}, {0, 1, 2, 3, 4}, false, true},
      {"they begin, and one refers far back", "O o 1 3 1", {0, 1, 2, 3, 4}, {0, 1, 2, 3, 4}, false, true},
      {"they begin behind a hole", "O o 1 1", {0, 2, 3}, {0}, true, false},
      {"they begin behind a hole that is filled", "O o 1 1", {0, 2, 3, 1}, {0, 1, 2, 3}, false, true},
      {"they begin with a key frame behind a hole", "O o k 1 2", {0, 2, 3, 4}, {0, 2, 3, 4}, false, true},
      {"what was lost after they began is lost", "O o 1 1 1 1", {0, 1, 2, 4, 5}, {0, 1, 2}, true, true},
      {"they begin before anything was given out", "o k 1 1", {0, 1, 2, 3}, {1, 2, 3}, false, true},
      {"they end", "k 1 o o", {0, 1, 2, 3}, {0, 1, 2, 3}, false, false},
      {"they end with a key frame", "k 1 O o", {0, 1, 2, 3}, {0, 1, 2, 3}, false, false},
      {"with a key frame behind a hole", "k 1 O o", {0, 2, 3}, {0, 2, 3}, false, false},
      {"behind a jump nobody knows what others need", "k 1 2 o", {0, 2, 3}, {0, 2}, true, true},
      {"nor behind one that could not be decoded", "k 5 2 o", {0, 1, 2, 3}, {0, 2}, true, true},
      {"they end and begin", "k 1 o 1 2 1", {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}, false, true},
  }));
  INFO(row.what);
  StreamMaker maker(PictureIds::of_15_bit, 0, 0x7FFF);
  const auto packets = referring_stream(row.script, maker, 0x7FFF);
  test::Tracked<FrameAssembler> assembler{FrameAssemblerConfig{}};
  std::vector<int> given;
  for (const int i : row.order) {
    give(assembler, packets.at(static_cast<std::size_t>(i)), t0);
    for (const int frame : drain_numbers(assembler, t0)) given.push_back(frame);
  }
  CHECK(given == row.given);
  CHECK(assembler.newest_given_out().has_value() == row.has_id);
  CHECK(drain_numbers(assembler, t0 + 3s).empty());
  CHECK(assembler.needs_key_frame() == row.needs_key);
}

TEST_CASE("The wait for frames without descriptors can be made longer") {
  StreamMaker maker(PictureIds::of_15_bit, 0);
  const auto packets = referring_stream("O o o", maker, 0);
  test::Tracked<FrameAssembler> assembler{FrameAssemblerConfig{}};
  give(assembler, packets[0], t0);
  give(assembler, packets[2], t0);
  assembler.set_reordering_wait(300ms);
  CHECK(drain_numbers(assembler, t0 + 299ms) == std::vector{0});
  CHECK(assembler.next_wake() == t0 + 300ms);
  CHECK_FALSE(assembler.waiting());
  give(assembler, packets[1], t0 + 299ms, PacketOrigin::retransmission);
  CHECK(drain_numbers(assembler, t0 + 299ms) == std::vector{1, 2});
}

TEST_CASE("Another source begins with a key frame, whatever the descriptors say") {
  StreamMaker maker(PictureIds::of_15_bit, 0);
  StreamMaker later(PictureIds::of_15_bit, 40000);
  const auto packets = referring_stream("k 1", maker, 100);
  const auto others = referring_stream("1 2 3 k 1", later, 102);
  test::Tracked<FrameAssembler> assembler{FrameAssemblerConfig{}};
  for (const auto& packet : packets) give(assembler, packet, t0);
  CHECK(drain_numbers(assembler, t0).size() == 2);
  SECTION("by its numbers") { give(assembler, others[0], t0); }  // the first of such numbers may be a stray one
  SECTION("by its name") { assembler.reset(); }
  for (int i : {1, 2, 3, 4}) give(assembler, others[static_cast<std::size_t>(i)], t0);
  CHECK(drain_numbers(assembler, t0) == std::vector{3, 4});
  CHECK(assembler.newest_given_out() == 106);
}

TEST_CASE("Another source without descriptors is waited for as one without") {
  StreamMaker maker(PictureIds::of_15_bit, 0);
  const auto packets = referring_stream("k 1 o o", maker, 0);
  test::Tracked<FrameAssembler> assembler{FrameAssemblerConfig{}};
  give(assembler, packets[0], t0);
  give(assembler, packets[1], t0);
  CHECK(drain_numbers(assembler, t0).size() == 2);
  assembler.reset();
  CHECK_FALSE(assembler.newest_given_out());
  give(assembler, packets[2], t0);
  CHECK(drain_numbers(assembler, t0).empty());
  CHECK(assembler.next_wake() == t0 + 60ms);
}

TEST_CASE("Descriptors do without picture ids, but then a hole counts as one frame") {
  StreamMaker maker(PictureIds::none, 0);
  const auto packets = referring_stream("k 1 1 3 1", maker, 0);
  test::Tracked<FrameAssembler> assembler{FrameAssemblerConfig{}};
  for (const int i : {0, 3, 4}) give(assembler, packets[static_cast<std::size_t>(i)], t0);
  CHECK(drain_numbers(assembler, t0) == std::vector{0, 3, 4});
  CHECK(assembler.stats().frames_lost == 1);
  CHECK(assembler.stats().frames_passed_over == 1);
}
