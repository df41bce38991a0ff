#include "core/pacing/packet_queue.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

TEST_CASE("the queue is first in, first out, across its growth and its seam") {
  PacketQueue queue;
  std::uint32_t in = 0;
  std::uint32_t out = 0;
  for (int round = 0; round < 500; ++round) {
    for (int i = 0; i < 3; ++i) queue.push({bytes(100 + in % 7), in}), ++in;
    for (int i = 0; i < 2; ++i) {
      CHECK(queue.front().slot == out);
      auto packet = queue.pop();
      CHECK(packet.size == bytes(100 + out % 7));
      ++out;
    }
  }
  CHECK(queue.packets() == in - out);
}

TEST_CASE("the size is the sum of what is inside") {
  PacketQueue queue;
  CHECK(queue.size() == bytes(0));
  queue.push({bytes(1200), 0});
  queue.push({bytes(300), 1});
  CHECK(queue.size() == bytes(1500));
  queue.pop();
  CHECK(queue.size() == bytes(300));
  queue.pop();
  CHECK(queue.size() == bytes(0));
  CHECK(queue.empty());
}
