#include "core/session/send_queue.h"

#include <catch2/catch.hpp>

#include "core/pacing/pacer_factory.h"
#include "core/session/paced_queue.h"

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

OutgoingPacket packet(PacketClass kind, std::uint32_t slot, DataSize size = bytes(1000), LocalTime queued = t0) {
  OutgoingPacket p;
  p.kind = kind;
  p.slot = slot;
  p.wire = size;
  p.queued = queued;
  return p;
}

std::vector<std::uint32_t> slots_of(const SendQueue& queue) {
  std::vector<std::uint32_t> slots;
  for (std::size_t i = 0; i < queue.packets(); ++i) slots.push_back(queue[i].slot);
  return slots;
}

}  // namespace

TEST_CASE("Within a class packets are first in, first out, across the queue's growth and its seam") {
  SendQueue queue;
  std::uint32_t in = 0;
  std::uint32_t out = 0;
  for (int round = 0; round < 500; ++round) {
    for (int i = 0; i < 3; ++i, ++in) REQUIRE(queue.push(packet(PacketClass::video, in, bytes(100 + in % 7))));
    for (int i = 0; i < 2; ++i, ++out) {
      const OutgoingPacket first = queue.pop();
      CHECK(first.slot == out);
      CHECK(first.wire == bytes(100 + out % 7));
    }
  }
  CHECK(queue.packets() == in - out);
}

TEST_CASE("Classes have right of way: sound, sent again, repair that is owed, video, repair, padding") {
  SendQueue queue;
  std::uint32_t slot = 0;
  for (const auto kind : {PacketClass::padding, PacketClass::repair, PacketClass::video, PacketClass::retransmission,
                          PacketClass::audio, PacketClass::video, PacketClass::owed_repair}) {
    queue.push(packet(kind, slot++));
  }
  CHECK(slots_of(queue) == std::vector<std::uint32_t>{4, 3, 6, 2, 5, 1, 0});
  CHECK(queue.packets(PacketClass::video) == 2);
  CHECK(queue.size() == bytes(7000));
  while (!queue.empty()) queue.pop();
  CHECK(queue.size() == bytes(0));
}

TEST_CASE("What was offered to the socket is not overtaken") {
  SendQueue queue;
  for (std::uint32_t i = 0; i < 3; ++i) queue.push(packet(PacketClass::video, i));
  queue.offer(2);
  queue.push(packet(PacketClass::audio, 9));
  CHECK(slots_of(queue) == std::vector<std::uint32_t>{0, 1, 9, 2});
  CHECK(queue.offered() == 2);
  CHECK(queue.pop().slot == 0);
  queue.offer(1);  // nothing new
  CHECK(queue.offered() == 1);
  queue.offer(2);
  CHECK(slots_of(queue) == std::vector<std::uint32_t>{1, 9, 2});
}

TEST_CASE("Each class is bounded in bytes, whatever waits of the others") {
  SendQueue queue;
  for (std::uint32_t i = 0; i < 100; ++i) queue.push(packet(PacketClass::video, i));
  std::uint32_t taken = 0;
  while (queue.push(packet(PacketClass::audio, taken))) ++taken;
  CHECK(taken == SendQueue::limit_of(PacketClass::audio).size.bytes() / 1000);
  CHECK(queue.push(packet(PacketClass::video, 7)));
  CHECK(queue.packets() == 101 + taken);
}

TEST_CASE("What waits for longer than its class may is taken off, but for what was offered") {
  SendQueue queue;
  queue.push(packet(PacketClass::audio, 0));
  queue.push(packet(PacketClass::audio, 1));
  queue.push(packet(PacketClass::video, 2));
  queue.push(packet(PacketClass::audio, 3, bytes(1000), t0 + 1s));
  queue.offer(1);
  const Duration age = SendQueue::limit_of(PacketClass::audio).age;
  CHECK_FALSE(queue.expire(t0 + age));
  const auto expired = queue.expire(t0 + age + 1ns);
  REQUIRE(expired);
  CHECK(expired->slot == 1);
  CHECK_FALSE(queue.expire(t0 + age + 1ns));
  CHECK(slots_of(queue) == std::vector<std::uint32_t>{0, 3, 2});
  CHECK(queue.size() == bytes(3000));
}

TEST_CASE("Sound waits for no more than the packet under way, whatever the pacer has queued") {
  PacedQueue queue(make_pacer("rmc"));
  queue.set_rate(megabits_per_second(1), t0);
  for (std::uint32_t i = 0; i < 50; ++i) queue.push(packet(PacketClass::video, i, bytes(1250)), t0);
  LocalTime now = t0;
  const auto next = [&] {
    while (queue.due(1, now) == 0) now = std::max(now, *queue.next_wake());
    return queue.on_sent(now);
  };
  for (int i = 0; i < 5; ++i) next();
  const LocalTime came = now + 3ms;
  queue.push(packet(PacketClass::audio, 99, bytes(200), came), now = came);
  CHECK(next().slot == 99);
  CHECK(now - came <= 10ms);  // a packet of 1250 bytes at 1 Mbit/s
}
