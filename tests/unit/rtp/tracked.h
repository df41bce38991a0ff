#pragma once

#include <optional>

#include "core/rtp/feedback_collector.h"
#include "core/rtp/frame_assembler.h"
#include "core/rtp/reception_stats.h"

namespace evenkeel::test {

/// A part of a stream with the sequence tracker that the stream has for all of them.
template <class Part>
struct Tracked : Part {
  using Part::Part;
  SequenceFilter numbers;

  void on_packet(std::uint16_t number, LocalTime arrival, std::uint8_t ecn = 0) {
    if (const auto sequence = numbers.track(number)) Part::on_packet(*sequence, arrival, ecn);
  }
  void on_packet(std::uint16_t number, std::uint32_t rtp_timestamp, LocalTime arrival) {
    if (const auto sequence = numbers.track(number)) Part::on_packet(*sequence, rtp_timestamp, arrival);
  }
  void on_packet(const RtpPacketView& packet, LocalTime arrival, PacketOrigin origin = PacketOrigin::wire) {
    Part::on_packet(packet, numbers.track(packet.header.sequence_number), arrival, origin);
  }
  void reset() {
    numbers.reset();
    Part::reset();
  }
};

}  // namespace evenkeel::test
