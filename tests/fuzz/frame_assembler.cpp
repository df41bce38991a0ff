#include "core/rtp/frame_assembler.h"

#include <algorithm>
#include <array>

#include "core/rtp/extensions.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/rtp/tracked.h"

using namespace evenkeel;

namespace {

constexpr std::size_t max_packets = 16;  // held
constexpr int max_steps = 48;            // what one input may cost

// One packet of the input: a flag byte, a byte of time in milliseconds, the step from the last sequence number (one
// byte, or two of the number itself), a byte of the timestamp, a byte of length, and the payload; where the flags say
// so a byte of length and a frame descriptor. The flags also say where it came from.
struct Script {
  ByteReader reader;
  std::uint16_t sequence = 0;
  LocalTime now{};
  PacketOrigin origin{};

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
    origin = std::array{PacketOrigin::wire, PacketOrigin::retransmission, PacketOrigin::repair}[(flags >> 3) % 3];
    if (flags & 4) {
      const std::size_t descriptor = reader.u8() % 16;
      packet.extensions[0] = {frame_descriptor_id, reader.bytes(std::min(descriptor, reader.left()))};
      packet.extension_count = 1;
    }
    return packet;
  }
};

// Frames with descriptors are given out in the order of their ids, from a key frame on.
void require_order(const ReceivedFrame& frame, std::optional<std::uint16_t> newest) {
  if (!frame.id || !newest || frame.key_frame) return;
  const auto step = static_cast<std::uint16_t>(*frame.id - *newest);
  require(step > 0 && step < 0x8000);
}

void require_agreement(const test::Tracked<FrameAssembler>& assembler, const ReceivedFrame& frame) {
  require(!frame.data.empty() && frame.first_arrival <= frame.completed);
  require(frame.key_frame == ((frame.data[0] & 1) == 0));
  require(assembler.newest_given_out() == frame.id);
  require(!assembler.needs_key_frame());
  const auto waiting = assembler.waiting();
  require(!waiting || waiting->id == static_cast<std::uint16_t>(*frame.id + 1));
}

// Polling drains, wakes lie ahead, and what the statistics say agrees with what was given out.
void drain(test::Tracked<FrameAssembler>& assembler, LocalTime now, std::uint64_t& frames) {
  for (;;) {
    const auto newest = assembler.newest_given_out();
    const bool could_go_on = newest || !assembler.needs_key_frame();
    const auto frame = assembler.poll(now);
    if (!frame) break;
    ++frames;
    require(frame->key_frame || could_go_on);
    require(frame->completed <= now);
    require_order(*frame, newest);
    require_agreement(assembler, *frame);
  }
  const FrameAssemblerStats& stats = assembler.stats();
  require(stats.frames_completed == frames);
  require(stats.frames_passed_over <= stats.frames_lost + stats.frames_undecodable);
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
  for (int step = 0; step < max_steps && script.reader.left() > 0; ++step) {
    const auto packet = script.next();
    assembler.on_packet(packet, script.now, script.origin);
    drain(assembler, script.now, frames);
  }
  while (const auto wake = assembler.next_wake()) drain(assembler, script.now = *wake, frames);
}
