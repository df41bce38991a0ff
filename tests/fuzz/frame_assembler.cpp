#include "core/rtp/frame_assembler.h"

#include <algorithm>

#include "tests/fuzz/fuzz.h"
#include "tests/unit/rtp/tracked.h"

using namespace evenkeel;

namespace {

constexpr std::size_t max_packets = 16;

// One packet of the input: a flag byte, a byte of time in milliseconds, the step from the last sequence number (one
// byte, or two of the number itself), a byte of the timestamp, a byte of length, and the payload.
struct Script {
  ByteReader reader;
  std::uint16_t sequence = 0;
  LocalTime now{};

  RtpPacketView next() {
    RtpPacketView packet;
    const std::uint8_t flags = reader.u8();
    now += std::chrono::milliseconds(reader.u8());
    const bool jump = (flags & 2) != 0;
    sequence = jump ? reader.u16() : static_cast<std::uint16_t>(sequence + static_cast<std::int8_t>(reader.u8()));
    packet.header.marker = (flags & 1) != 0;
    packet.header.sequence_number = sequence;
    packet.header.timestamp = reader.u8();
    const std::size_t size = reader.u8();
    packet.payload = reader.bytes(std::min(size, reader.left()));
    return packet;
  }
};

// Polling drains, wakes lie ahead, and what the statistics say agrees with what was given out.
void drain(test::Tracked<FrameAssembler>& assembler, LocalTime now, std::uint64_t& frames) {
  bool key_frame_came = !assembler.needs_key_frame();
  while (const auto frame = assembler.poll(now)) {
    ++frames;
    require(!frame->data.empty() && frame->first_arrival <= frame->completed && frame->completed <= now);
    require(frame->key_frame == ((frame->data[0] & 1) == 0));
    key_frame_came = key_frame_came || frame->key_frame;
    require(key_frame_came);
  }
  require(assembler.stats().frames_completed == frames);
  const auto wake = assembler.next_wake();
  require(!wake || *wake > now);
}

}  // namespace

void fuzz(std::span<const std::uint8_t> input) {
  FrameAssemblerConfig config;
  config.max_packets = max_packets;
  test::Tracked<FrameAssembler> assembler(config);
  Script script{ByteReader(input)};
  std::uint64_t frames = 0;
  while (script.reader.left() > 0) {
    const auto packet = script.next();
    assembler.on_packet(packet, script.now);
    drain(assembler, script.now, frames);
  }
  while (const auto wake = assembler.next_wake()) drain(assembler, script.now = *wake, frames);
}
