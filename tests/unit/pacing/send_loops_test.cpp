// What all send loops must do.

#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "tests/unit/pacing/paced_loop.h"
#include "tests/unit/pacing/virtual_sender.h"

using namespace evenkeel;

namespace {

std::unique_ptr<PacedLoop> each_loop() {
  auto names = pacer_names();
  auto i = GENERATE(range(0, 5));
  REQUIRE(names.size() == 5);
  return make_paced_loop(names[static_cast<std::size_t>(i)]);
}

struct Ranges final : ParameterVisitor {
  template <typename T>
  void check(const ParameterInfo& info, T value) {
    CHECK(names.insert(info.name).second);
    CHECK_FALSE(info.meaning.empty());
    CHECK(value >= info.minimum);
    CHECK(value <= info.maximum);
  }
  void visit(const ParameterInfo& info, DataRate& value) override { check(info, value.bps()); }
  void visit(const ParameterInfo& info, Duration& value) override { check(info, to_seconds(value)); }
  void visit(const ParameterInfo& info, DataSize& value) override { check(info, static_cast<double>(value.bytes())); }
  void visit(const ParameterInfo& info, double& value) override { check(info, value); }
  void visit(const ParameterInfo& info, int& value) override { check(info, value); }

  std::set<std::string_view> names;
};

}  // namespace

TEST_CASE("the factory makes what it names and nothing else") {
  for (auto name : pacer_names()) {
    auto loop = make_pacer(name);
    REQUIRE(loop);
    CHECK(loop->name() == name);
    CHECK_FALSE(loop->summary().empty());
  }
  CHECK(pacer_names().front() == "rmc");
  CHECK_FALSE(make_pacer("rmc "));
  CHECK_FALSE(make_pacer(""));
}

TEST_CASE("defaults are within their ranges") {
  auto loop = each_loop();
  Ranges ranges;
  loop->pacer().visit_parameters(ranges);
  CHECK_FALSE(ranges.names.empty());
}

TEST_CASE("packets come out once, in order, at the rate") {
  auto loop = each_loop();
  loop->set_min_round_trip_time(100ms);
  VirtualSender sender(*loop, exact_sleep());
  auto rate = kilobits_per_second(2500);
  sender.set_rate(rate);
  std::mt19937 random(11);
  auto start = sender.now;
  // Frames at 30 Hz that need more than the rate, so that the queue is never empty.
  for (int frame = 0; frame < 600; ++frame) {
    for (int i = 0; i < 12; ++i) sender.enqueue(bytes(static_cast<std::int64_t>(400 + random() % 1000)));
    sender.run_for(33333us);
  }
  CAPTURE(loop->name());
  CHECK(sender.sent_size / (sender.now - start) / rate == Approx(1).epsilon(0.002));
  sender.set_rate(megabits_per_second(100));
  sender.run_for(10s);
  CHECK(loop->queued_packets() == 0);
  CHECK(loop->queued() == bytes(0));
  CHECK_FALSE(loop->next_wake());
  REQUIRE(sender.sent.size() == 600 * 12);
  for (std::uint32_t i = 0; i < sender.sent.size(); ++i) CHECK(sender.sent[i].packet.slot == i);
}

TEST_CASE("refused packets stay") {
  auto loop = each_loop();
  LocalTime now(1h);
  loop->set_rate(megabits_per_second(1), now);
  loop->enqueue({bytes(1000), 4}, now);
  loop->enqueue({bytes(1000), 5}, now);
  for (int i = 0; i < 100; ++i, now += 1ms) {
    auto packet = loop->poll(now);
    if (packet) CHECK(packet->slot == 4);
  }
  CHECK(loop->queued() == bytes(2000));
  loop->on_sent(now);
  CHECK(loop->queued() == bytes(1000));
}

TEST_CASE("discarded packets are not counted as sent") {
  auto loop = each_loop();
  LocalTime now(1h);
  CHECK_FALSE(loop->discard(now));
  loop->set_rate(megabits_per_second(1), now);
  for (std::uint32_t i = 0; i < 100; ++i) loop->enqueue({bytes(1000), i}, now);
  auto mismatch = loop->mismatch_bytes(now);
  for (std::uint32_t i = 0; i < 100; ++i) CHECK(loop->discard(now)->slot == i);
  CHECK(loop->queued() == bytes(0));
  CHECK_FALSE(loop->next_wake());
  CHECK_FALSE(loop->poll(now + 1s));
  CHECK(loop->mismatch_bytes(now) == mismatch);
}

TEST_CASE("an empty loop is quiet") {
  auto loop = each_loop();
  LocalTime now(1h);
  CHECK_FALSE(loop->poll(now));
  CHECK_FALSE(loop->next_wake());
  loop->set_rate(megabits_per_second(1), now);
  CHECK_FALSE(loop->poll(now + 1s));
  CHECK_FALSE(loop->next_wake());
  loop->reset(now + 2s);
  CHECK(loop->rate() == megabits_per_second(1));
  CHECK(loop->mismatch_bytes(now + 2s) == 0);
}

TEST_CASE("an unlimited rate empties the queue at once") {
  auto loop = each_loop();
  LocalTime now(1h);
  loop->set_rate(DataRate::unlimited(), now);
  for (std::uint32_t i = 0; i < 50; ++i) loop->enqueue({bytes(1000), i}, now);
  int sent = 0;
  for (; loop->poll(now + 2ms); ++sent) loop->on_sent(now + 2ms);
  CAPTURE(loop->name());
  CHECK(sent == 50);
}
