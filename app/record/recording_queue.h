#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "app/record/recording_zero.h"
#include "core/base/time.h"
#include "core/rtp/opus_payload.h"
#include "core/telemetry/spsc_ring.h"

namespace evenkeel {

/// Packets of sound from the real-time thread that has them to the one that writes them: a disk may stand still, and
/// the call must not. While nothing is recorded a packet costs one look.
class RecordingQueue {
 public:
  struct Packet {
    std::uint32_t recording = 0;
    std::uint32_t rtp_timestamp = 0;
    LocalTime time{};
    std::size_t size = 0;
    std::array<std::uint8_t, max_opus_payload> bytes{};

    std::span<const std::uint8_t> payload() const { return std::span(bytes).first(size); }
  };
  /// 20 s of the usual packets, 5 s of the shortest that browsers send.
  static constexpr std::size_t capacity = 1024;

  explicit RecordingQueue(RecordingZero& zero) : zero_(zero) {}

  /// Begins a recording; while nobody pops. The first one takes the memory, which stays: push() may be using it.
  void open();
  /// Packets that come from now on are not of the recording. Those before it can still be popped.
  void close() { recording_ = 0; }

  /// From one thread at a time, which may be real-time: no lock, no allocation, no call of the kernel. What is no Opus
  /// is passed over; what finds no room is counted.
  void push(std::span<const std::uint8_t> payload, std::uint32_t rtp_timestamp, LocalTime time);

  /// From one thread. The oldest packet of the newest recording.
  std::optional<Packet> pop();
  /// Packets of the newest recording for which there was no room.
  std::uint64_t lost() const { return ring_ ? ring_->dropped() - lost_before_ : 0; }

 private:
  RecordingZero& zero_;
  std::unique_ptr<SpscRing<Packet>> ring_;
  std::atomic<std::uint32_t> recording_{0};  // 0: none
  std::uint32_t newest_ = 0;
  std::uint64_t lost_before_ = 0;
};

}  // namespace evenkeel
