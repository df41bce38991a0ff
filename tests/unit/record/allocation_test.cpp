#include <catch2/catch.hpp>
#include <vector>

#include "app/record/recording_queue.h"
#include "app/record/sound_recorder.h"
#include "temporary_file.h"
#include "tests/unit/allocation_counter.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr LocalTime begin{100s};

std::vector<std::uint8_t> packet_of(std::size_t size) {
  std::vector<std::uint8_t> packet(size, 7);
  packet[0] = 15 << 3;
  return packet;
}

}  // namespace

TEST_CASE("What a real-time thread does to have sound recorded allocates nothing, from the first packet on") {
  RecordingZero zero;
  RecordingQueue queue(zero);
  const auto packet = packet_of(1275);
  const auto junk = packet_of(1276);
  long before = allocations;
  queue.push(packet, 0, begin);
  CHECK(allocations == before);
  queue.open();
  before = allocations;
  for (std::uint32_t i = 0; i < RecordingQueue::capacity + 10; ++i) {
    queue.push(packet, i * 960, begin + i * 20ms);
    queue.push(junk, i * 960, begin);
  }
  CHECK(allocations == before);
  CHECK(queue.lost() == 10);
  std::uint32_t popped = 0, in_place = 0;
  while (const auto next = queue.pop()) in_place += next->rtp_timestamp == popped++ * 960;
  CHECK((popped == RecordingQueue::capacity && in_place == popped));
  queue.close();
  queue.open();  // the memory stays
  CHECK(allocations == before);
  CHECK(queue.lost() == 0);
}

TEST_CASE("What was on its way as a recording ended is not of the next") {
  RecordingZero zero;
  RecordingQueue queue(zero);
  queue.open();
  queue.push(packet_of(80), 1, begin);
  queue.close();
  queue.push(packet_of(80), 2, begin);
  queue.open();
  queue.push(packet_of(80), 3, begin);
  const auto packet = queue.pop();
  REQUIRE(packet);
  CHECK((packet->rtp_timestamp == 3 && packet->payload().size() == 80));
  CHECK_FALSE(queue.pop());
}

TEST_CASE("Writing allocates nothing per packet") {
  const TemporaryFile file;
  SoundRecorder recorder;
  recorder.start(file.path, bytes(1'000'000), std::make_shared<RecordingZero>());
  const auto packet = packet_of(80);
  long before = 0;
  for (std::uint32_t i = 0; i < 500; ++i) {
    if (i == 100) before = allocations;
    recorder.on_packet(packet, i * 960, begin + i * 20ms);
  }
  CHECK(allocations - before == 0);
}
