#pragma once

#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/unit/rtp/stream_maker.h"
#include "tests/unit/rtp/tracked.h"

namespace evenkeel::test {

/// The packets of a script's frames with descriptors, one word each: "k" a key frame, "1" a frame that refers to the
/// one before it, "1+4" also to the fourth before it, "d" a frame that is no key frame but names no reference, "o" as
/// "1" but without a descriptor, "O" a key frame without; "/3": it has three packets.
inline std::vector<TestPacket> referring_stream(const std::string& script, StreamMaker& maker, std::uint16_t first_id) {
  std::vector<TestPacket> packets;
  std::istringstream words(script);
  std::uint16_t id = first_id;
  for (std::string word; words >> word; ++id) {
    const auto slash = word.find('/');
    TestFrame frame{word[0] == 'k' || word[0] == 'O', false,
                    slash == word.npos ? 1 : std::stoi(word.substr(slash + 1))};
    if (word[0] != 'o' && word[0] != 'O') frame.dependency = FrameDependency{id, {}, 0};
    std::istringstream distances(word.substr(0, slash));
    int distance = 0;
    char plus = 0;
    while (word[0] <= '9' && distances >> distance) {
      frame.dependency->distances.at(frame.dependency->references++) = static_cast<std::uint16_t>(distance);
      distances >> plus;
    }
    for (auto& packet : maker.packets_of(frame)) packets.push_back(std::move(packet));
  }
  return packets;
}

inline std::vector<ReceivedFrame> drain_frames(Tracked<FrameAssembler>& assembler, LocalTime now) {
  std::vector<ReceivedFrame> frames;
  while (auto frame = assembler.poll(now)) frames.push_back(std::move(*frame));
  return frames;
}

/// The numbers of the frames that are given out.
inline std::vector<int> drain_numbers(Tracked<FrameAssembler>& assembler, LocalTime now) {
  std::vector<int> numbers;
  for (const auto& frame : drain_frames(assembler, now))
    numbers.push_back(static_cast<int>(frame.rtp_timestamp / 3000));
  return numbers;
}

inline void give(Tracked<FrameAssembler>& assembler, const TestPacket& packet, LocalTime now,
                 PacketOrigin origin = PacketOrigin::wire) {
  const auto parsed = parse_rtp(packet.bytes);
  REQUIRE(parsed);
  assembler.on_packet(*parsed, now, origin);
}

}  // namespace evenkeel::test
