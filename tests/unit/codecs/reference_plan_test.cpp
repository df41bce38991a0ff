#include "codecs/reference_plan.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using namespace evenkeel;

namespace {

constexpr Duration interval = 33ms;

std::string text(const ReferenceBuffers& b) {
  return std::string(b.last ? "l" : "") + (b.golden ? "g" : "") + (b.altref ? "a" : "");
}

// "key", or what it refers to and updates (l, g, a), and its distances; a jump begins with "jump".
std::string text(const ReferenceChoice& choice) {
  if (choice.key_frame) return "key";
  std::string result = (choice.jump ? "jump " : "") + text(choice.refer) + ">" + text(choice.update);
  for (const auto distance : choice.dependency.distances_used()) result += " " + std::to_string(distance);
  return result;
}

/// A plan with a frame every 33 ms, and the buffers of a decoder that has all frames: whatever happens, a frame's
/// distances must be those to the frames in the buffers that it refers to.
struct Encoding {
  ReferencePlan plan;
  std::uint16_t first_id;
  LocalTime now{1s};
  int count = 0;
  int last = -1, golden = -1, altref = -1;  // the frames in the buffers

  explicit Encoding(std::uint16_t first = 0, Duration round_trip = 100ms) : plan({.first_id = first}), first_id(first) {
    plan.set_round_trip(round_trip);
  }

  std::uint16_t id(int frame) const { return static_cast<std::uint16_t>(first_id + frame); }

  void check(const ReferenceChoice& choice) const {
    std::vector<int> needed, said;
    if (choice.refer.last) needed.push_back(count - last);
    if (choice.refer.golden) needed.push_back(count - golden);
    if (choice.refer.altref) needed.push_back(count - altref);
    std::sort(needed.begin(), needed.end());
    needed.erase(std::unique(needed.begin(), needed.end()), needed.end());
    for (const auto distance : choice.dependency.distances_used()) said.push_back(distance);
    std::sort(said.begin(), said.end());
    REQUIRE(said == needed);
    REQUIRE(choice.dependency.id == id(count));
    REQUIRE(choice.key_frame == needed.empty());
    REQUIRE(choice.jump == (!choice.key_frame && !choice.refer.last));
    if (choice.key_frame) REQUIRE(text(choice.update) == "lga");
    if (!needed.empty()) REQUIRE((needed.front() >= 1 && needed.back() <= ReferencePlan::max_distance));
  }

  ReferenceChoice frame(bool key_frame = false) {
    now += interval;
    const ReferenceChoice choice = plan.next(now, key_frame);
    check(choice);
    plan.on_encoded(choice);
    if (choice.update.last) last = count;
    if (choice.update.golden) golden = count;
    if (choice.update.altref) altref = count;
    ++count;
    return choice;
  }

  // The words of a script: f (a frame), key (one of a new size), fail (a frame that was not made), a5 (5 is
  // acknowledged), b5 (5 is broken), w200 (200 ms pass). Returns the frames.
  std::vector<std::string> run(const std::string& script) {
    std::vector<std::string> result;
    std::istringstream words(script);
    for (std::string word; words >> word;) {
      if (word == "f" || word == "key")
        result.push_back(text(frame(word == "key")));
      else if (word == "fail")
        plan.next(now, true), plan.next(now + interval, false);
      else if (word[0] == 'a')
        plan.acknowledged(id(std::stoi(word.substr(1))));
      else if (word[0] == 'b')
        plan.broken(id(std::stoi(word.substr(1))));
      else
        now += std::stoi(word.substr(1)) * 1ms;
    }
    return result;
  }
};

}  // namespace

TEST_CASE("reference plan: what is encoded after what feedback, at a round trip of 100 ms, wherever ids begin") {
  struct Row {
    const char* name;
    const char* script;
    std::vector<std::string> frames;
  };
  const auto row = GENERATE(values<Row>({
      {"the first frame is a key frame, which is in all buffers", "f f", {"key", "lga>l 1"}},
      {"anchors leapfrog with each acknowledgement",
       "f f a0 f f a2 f f a4 f",
       {"key", "lga>l 1", "lga>lg 1 2", "lga>l 1 3", "lga>la 1 2 4", "lga>l 1 3", "lga>lg 1 4 2"}},
      {"a later frame's acknowledgement vouches for the anchor",
       "f f f f a3 f f f a6 f",
       {"key", "lga>l 1", "lga>l 1 2", "lga>l 1 3", "lga>lg 1 4", "lga>l 1 5", "lga>l 1 2 6", "lga>la 1 3 7"}},
      {"an earlier frame's does not", "f f a0 f f a1 f", {"key", "lga>l 1", "lga>lg 1 2", "lga>l 1 3", "lga>l 1 2 4"}},
      {"a lost acknowledgement: after two round trips and 150 ms another frame is the anchor that waits",
       "f a0 f w317 f f",
       {"key", "lga>lg 1", "lga>l 1 2", "lga>lg 1 2 3"}},
      {"and the one forgotten is none any more, whoever acknowledges it",
       "f a0 f w317 f f a1 f a3 f",
       {"key", "lga>lg 1", "lga>l 1 2", "lga>lg 1 2 3", "lga>l 1 4", "lga>la 1 2 5"}},
      {"after a loss a frame refers to the acknowledged one alone, and is the anchor that waits",
       "f f a0 f f b3 f f a4 f",
       {"key", "lga>l 1", "lga>lg 1 2", "lga>l 1 3", "jump a>lg 4", "lga>l 1 5", "lga>la 1 2 6"}},
      {"a lost anchor: the other one is jumped to",
       "f f a0 f f a2 f f b4 f",
       {"key", "lga>l 1", "lga>lg 1 2", "lga>l 1 3", "lga>la 1 2 4", "lga>l 1 3", "jump g>la 4"}},
      {"while a jump is under way, complaints about what it left behind change nothing; later they mean that it was "
       "lost",
       "f f a0 f f b3 f b3 f b3 f b3 f b3 f b3 f",
       {"key", "lga>l 1", "lga>lg 1 2", "lga>l 1 3", "jump a>lg 4", "lga>l 1 5", "lga>l 1 2 6", "lga>l 1 3 7",
        "lga>l 1 4 8", "jump a>lg 9"}},
      {"one such complaint is not kept until then",
       "f f a0 f f b3 f b3 f f f f f f",
       {"key", "lga>l 1", "lga>lg 1 2", "lga>l 1 3", "jump a>lg 4", "lga>l 1 5", "lga>l 1 2 6", "lga>l 1 3 7",
        "lga>l 1 4 8", "lga>l 1 5 9", "lga>l 1 6 10"}},
      {"a jump that is broken itself is followed by another once a round trip has passed",
       "f f a0 f f b3 f f f b4 f f",
       {"key", "lga>l 1", "lga>lg 1 2", "lga>l 1 3", "jump a>lg 4", "lga>l 1 5", "lga>l 1 2 6", "lga>l 1 3 7",
        "jump a>lg 8"}},
      {"an acknowledged jump ends all complaints",
       "f f a0 f f b3 f f a5 b3 b4 f w200 b3 f",
       {"key", "lga>l 1", "lga>lg 1 2", "lga>l 1 3", "jump a>lg 4", "lga>l 1 5", "lga>la 1 2 6", "lga>l 1 3"}},
      {"frames from before a jump vouch for nothing after it",
       "f f a0 f f b3 f a3 f",
       {"key", "lga>l 1", "lga>lg 1 2", "lga>l 1 3", "jump a>lg 4", "lga>l 1 5"}},
      {"a broken frame that came after all is forgotten",
       "f f a0 f f b3 a3 f",
       {"key", "lga>l 1", "lga>lg 1 2", "lga>l 1 3", "lga>la 1 2 4"}},
      {"what is older than an acknowledged frame is not broken",
       "f f f a2 b1 f f f",
       {"key", "lga>l 1", "lga>l 1 2", "lga>lg 1 3", "lga>l 1 4", "lga>l 1 2 5"}},
      {"broken, and nothing was acknowledged: a key frame, but none within 300 ms of the last",
       "f f b1 f f f f f f f f f f",
       {"key", "lga>l 1", "lga>l 1 2", "lga>l 1 3", "lga>l 1 4", "lga>l 1 5", "lga>l 1 6", "lga>l 1 7", "lga>l 1 8",
        "lga>l 1 9", "key", "lga>l 1"}},
      {"an acknowledgement that comes meanwhile makes it a jump",
       "f f b1 f a0 f f",
       {"key", "lga>l 1", "lga>l 1 2", "lga>lg 1 3", "jump a>lg 4"}},
      {"a new size while a jump is under way begins anew",
       "f f a0 f f b3 f key b3 b4 f a4 f a5 f",
       {"key", "lga>l 1", "lga>lg 1 2", "lga>l 1 3", "jump a>lg 4", "key", "lga>l 1", "lga>l 1 2", "lga>la 1 3"}},
      {"a frame that was not made leaves no trace",
       "fail f fail f a0 fail f f b3 w100 fail f",
       {"key", "lga>l 1", "lga>lg 1 2", "lga>l 1 3", "jump a>lg 4"}},
      {"what names frames that were never encoded is ignored",
       "f f a2 a7 a65535 a40000 a32768 b2 b7 b65535 b40000 f w200 f",
       {"key", "lga>l 1", "lga>l 1 2", "lga>l 1 3"}},
  }));
  const auto first_id = GENERATE(values<std::uint16_t>({0, 32764, 65533}));
  CAPTURE(row.name, row.script, first_id);
  CHECK(Encoding(first_id).run(row.script) == row.frames);
}

TEST_CASE("reference plan: before the first frame any feedback is ignored") {
  Encoding e;
  for (int id = 0; id < 65536; ++id) {
    e.plan.acknowledged(static_cast<std::uint16_t>(id));
    e.plan.broken(static_cast<std::uint16_t>(id));
  }
  CHECK(e.run("f f") == std::vector<std::string>{"key", "lga>l 1"});
}

TEST_CASE("reference plan: an id more than half of all ids back is one of the future") {
  for (const int age : {0x7FFF, 0x8000, 0xFFFF}) {
    Encoding e(100);
    for (int i = 0; i < 70'000; ++i) e.frame();
    e.plan.broken(e.id(e.count - age));
    CHECK(e.frame().key_frame == (age == 0x7FFF));
  }
}

TEST_CASE("reference plan: anchors that nobody acknowledges live longer and longer, so that late ones are in time") {
  Encoding e;
  e.run("f a0");
  std::vector<int> placed;
  for (int i = 1; i < 300; ++i)
    if (e.frame().update.golden) placed.push_back(i);
  REQUIRE(placed.size() >= 6);
  const std::vector<int> first(placed.begin(), placed.begin() + 6);
  CHECK(first == std::vector<int>{1, 12, 34, 77, 162, 247});  // 350, 700, 1400, 2800 ms, and no longer
  e.plan.acknowledged(e.id(e.golden));
  CHECK(e.frame().update.altref);
  for (int i = 0; i < 10; ++i) CHECK_FALSE(e.frame().update.altref);
  CHECK(e.frame().update.altref);  // 350 ms again
}

TEST_CASE("reference plan: no frame refers to one that is too far back to be named, and a jump there is a key frame") {
  Encoding e;
  e.run("f a0");
  int oldest = 0;
  for (int i = 1; i < 17'000; ++i) {
    const auto choice = e.frame();  // frame() checks the distances
    for (const auto distance : choice.dependency.distances_used()) oldest = std::max<int>(oldest, distance);
    if (i == 16'000) {
      REQUIRE(e.plan.next(e.now, false).refer == ReferenceBuffers{true, true, true});
    }
  }
  CHECK(oldest == ReferencePlan::max_distance);
  e.plan.broken(e.id(e.count - 1));
  CHECK(text(e.frame()) == "key");
}

TEST_CASE("reference plan: round trips that cannot be are ignored, long ones bounded") {
  struct Row {
    Duration round_trip;
    Duration second_jump;  // after the first, where everything is said to be broken
  };
  const auto row = GENERATE(values<Row>({{0ms, 132ms},
                                         {-5s, 132ms},
                                         {1ns, 66ms},
                                         {33ms, 66ms},
                                         {200ms, 231ms},
                                         {1h, 2013ms},
                                         {Duration::min(), 132ms},
                                         {Duration::max(), 2013ms}}));
  CAPTURE(row.round_trip.count());
  Encoding e;
  e.run("f f f a0 w3000");
  e.plan.set_round_trip(row.round_trip);
  std::vector<LocalTime> jumps;
  for (int i = 0; i < 100 && jumps.size() < 2; ++i) {
    e.plan.broken(e.id(e.count - 1));
    if (e.frame().jump) jumps.push_back(e.now);
  }
  REQUIRE(jumps.size() == 2);
  CHECK(jumps[1] - jumps[0] == row.second_jump);
}

TEST_CASE("reference plan: after frames without a choice comes a key frame, and ids count them") {
  Encoding e(65530);
  e.run("f f a0 f b2 w200");
  for (int i = 0; i < 10; ++i) e.plan.on_unplanned_frame();
  e.count += 10;
  for (int i = 0; i < e.count; ++i) e.plan.acknowledged(e.id(i));
  CHECK(e.run("f f f") == std::vector<std::string>{"key", "lga>l 1", "lga>l 1 2"});
}

TEST_CASE("reference plan: a thousand lies a second cause bounded jumps and key frames") {
  const auto seed = GENERATE(range(1u, 6u));
  std::mt19937 random(seed);
  Encoding e(static_cast<std::uint16_t>(random()));
  const auto lie = [&] {  // near the newest, or anything
    return static_cast<std::uint16_t>(random() % 2 ? random() : static_cast<unsigned>(e.id(e.count)) - random() % 20);
  };
  int jumps = 0, keys = 0;
  const LocalTime start = e.now;
  for (int i = 0; i < 20'000; ++i) {
    for (auto n = random() % 60; n > 0; --n) {
      if (random() % (seed % 2 ? 2 : 50) == 0)
        e.plan.acknowledged(lie());
      else
        e.plan.broken(lie());
    }
    const auto choice = e.frame();
    jumps += choice.jump;
    keys += choice.key_frame;
  }
  CHECK(jumps <= (e.now - start) / 100ms);
  CHECK(keys <= (e.now - start) / 300ms + 1);
}
