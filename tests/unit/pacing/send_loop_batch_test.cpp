// Packets by the batch are the packets one by one.

#include <catch2/catch.hpp>

#include "tests/unit/pacing/fluid_loop.h"
#include "tests/unit/pacing/paced_loop.h"

using namespace evenkeel;

namespace {

constexpr LocalTime kStart(100h);

std::vector<std::uint32_t> one_by_one(PacedLoop& loop, LocalTime now) {
  std::vector<std::uint32_t> slots;
  for (; auto packet = loop.poll(now); loop.on_sent(now)) slots.push_back(packet->slot);
  return slots;
}

/// In batches of at most `room`.
std::vector<std::uint32_t> by_batches(PacedLoop& loop, LocalTime now, std::size_t room) {
  std::vector<std::uint32_t> slots;
  std::vector<PacketRef> batch(room);
  while (const auto count = loop.poll_batch(now, batch)) {
    for (std::size_t i = 0; i < count; ++i) slots.push_back(batch[i].slot);
    loop.on_batch_sent(count, now);
  }
  return slots;
}

void feed(PacedLoop& loop, Draw draw, std::uint32_t count, LocalTime now) {
  for (std::uint32_t i = 0; i < count; ++i) loop.enqueue({draw.size(60, 1500), i}, now);
}

}  // namespace

TEST_CASE("batches of any size give the same packets at the same times as single packets") {
  for (const auto name : pacer_names()) {
    for (std::uint32_t seed = 1; seed <= 30; ++seed) {
      Draw draw(seed);
      const auto single = make_paced_loop(name);
      const auto batched = make_paced_loop(name);
      const auto rate = bits_per_second(draw.log_uniform(1e6, 1e9));
      for (auto* loop : {single.get(), batched.get()}) {
        loop->set_min_round_trip_time(20ms);
        loop->set_rate(rate, kStart);
        feed(*loop, Draw(seed), 3000, kStart);
      }
      const auto room = static_cast<std::size_t>(draw.size(1, 100).bytes());
      auto now = kStart;
      for (int i = 0; i < 200 && single->next_wake(); ++i) {
        now = std::max(now, *single->next_wake()) + draw.time(0us, 3ms);
        CAPTURE(name, seed, i, room);
        REQUIRE(one_by_one(*single, now) == by_batches(*batched, now, room));
        REQUIRE(single->next_wake() == batched->next_wake());
      }
    }
  }
}

TEST_CASE("what a socket does not take of a batch stays at the head, in order") {
  for (const auto name : pacer_names()) {
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
      Draw draw(seed);
      const auto loop = make_paced_loop(name);
      loop->set_rate(bits_per_second(draw.log_uniform(1e6, 1e9)), kStart);
      feed(*loop, Draw(seed), 2000, kStart);
      std::vector<PacketRef> batch(64);
      std::uint32_t next = 0;
      for (auto now = kStart; next < 1000; now += draw.time(0us, 3ms)) {
        const auto count = loop->poll_batch(now, batch);
        for (std::size_t i = 0; i < count; ++i) REQUIRE(batch[i].slot == next + i);
        const auto taken = count == 0 ? 0 : static_cast<std::size_t>(draw.size(0, 64).bytes()) % (count + 1);
        loop->on_batch_sent(taken, now);
        next += static_cast<std::uint32_t>(taken);
        CAPTURE(name, seed);
        REQUIRE(loop->queued_packets() == 2000 - next);
      }
    }
  }
}

TEST_CASE("a refusal puts the rest off and does not lower the rate of the loops that count nominally") {
  const std::string name = GENERATE("rmc", "rfc3448-nominal", "token-bucket");
  const auto loop = make_paced_loop(name);
  const auto rate = megabits_per_second(100);
  loop->set_min_round_trip_time(100ms);
  loop->set_rate(rate, kStart);
  Draw draw(4);
  std::vector<PacketRef> batch(64);
  DataSize sent;
  auto now = kStart;
  for (; now < kStart + 5s; now += 200us) {
    while (loop->queued_packets() < 200) loop->enqueue({bytes(1500), 0}, now);
    const auto count = loop->poll_batch(now, batch);
    const auto taken = draw.uniform(0, 1) < 0.3 ? count / 2 : count;
    loop->on_batch_sent(taken, now);
    sent += bytes(1500) * static_cast<std::int64_t>(taken);
  }
  CAPTURE(name);
  CHECK(sent / (now - kStart) / rate == Approx(1).epsilon(0.002));
}

TEST_CASE("several packets that are due at once come in one batch, but for the paper's loop without bursts") {
  const std::string name = GENERATE("rmc", "rfc3448", "rfc3448-burst", "rfc3448-nominal", "token-bucket");
  const auto loop = make_paced_loop(name);
  loop->set_min_round_trip_time(100ms);
  loop->set_rate(megabits_per_second(120), kStart);  // ten packets a millisecond
  for (std::uint32_t i = 0; i < 100; ++i) loop->enqueue({bytes(1500), i}, kStart);
  std::vector<PacketRef> batch(100);
  loop->on_batch_sent(loop->poll_batch(kStart, batch), kStart);
  const auto count = loop->poll_batch(kStart + 5ms, batch);
  CAPTURE(name, count);
  CHECK(count >= (name == "rfc3448" ? 1U : 10U));
  CHECK(count <= (name == "rfc3448" ? 1U : 51U));
}
