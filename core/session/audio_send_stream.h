#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/frames/encoded_sound.h"
#include "core/rtp/redundant_sound.h"
#include "core/session/rtp_send_stream.h"
#include "core/session/send_transport.h"

namespace evenkeel {

/// The sound that we send: a packet of Opus each (RFC 7587), with its level (RFC 6464) where the format has that. Its
/// clock counts samples, and its sender reports map them by when they were captured.
class AudioSendStream {
 public:
  /// The transport must outlive it. `config`: of opus_clock_rate.
  AudioSendStream(const RtpSendStreamConfig& config, SendTransport& transport);

  /// Whether the peer takes copies of packets that the codec made no copy of (RFC 2198).
  void set_copies(bool understood) { copies_ = understood; }
  /// A peer is there: what the last one told of losses says nothing of this path.
  void start();
  /// Empty packets, and those that are too long for one of ours, are left out. Allocates nothing once it is warm.
  void push(const EncodedSound& sound, LocalTime now);
  /// A packet of ours left.
  void on_left(const OutgoingPacket& packet, LocalTime now);
  /// Of our source.
  void on_report(const ReportBlock& block);

  /// Whether something was pushed during the last second.
  bool flows(LocalTime now) const;
  /// What it takes of the rate, with all headers: a mean that forgets with a time constant of 500 ms.
  DataRate rate(LocalTime now) const;
  /// The share of packets that reports tell to be lost, of the last 200 or so; 0 to 1.
  double loss() const { return loss_; }
  /// The longest time that a packet waited for the pacer since the last call; nullopt where none left.
  std::optional<Duration> take_longest_wait() { return std::exchange(longest_wait_, std::nullopt); }
  std::uint16_t stream() const { return index_; }
  const RtpSendStream& rtp() const { return rtp_; }

 private:
  /// `room`: for the payload.
  SoundCopy copy_for(const EncodedSound& sound, std::size_t room) const;
  std::size_t write(const EncodedSound& sound, std::span<std::uint8_t> out);
  std::size_t write_payload(const EncodedSound& sound, const SoundCopy& copy, std::span<std::uint8_t> out) const;
  void remember(const EncodedSound& sound);
  void measure(DataSize wire, LocalTime now);
  double remembered_bytes(LocalTime now) const;

  SendTransport& transport_;
  RtpSendStream rtp_;
  std::uint16_t index_;  // in the transport
  std::optional<std::int64_t> next_sample_;
  bool copies_ = false;
  std::array<std::uint8_t, SoundCopy::max_size> previous_{};  // the last packet, as its copy needs it
  std::size_t previous_size_ = 0;                             // 0: there is none, or it is too long
  std::size_t previous_samples_ = 0;
  double remembered_ = 0;  // bytes, at pushed_
  LocalTime pushed_{};
  std::optional<std::uint32_t> highest_;  // of the last report
  double loss_ = 0;
  std::optional<Duration> longest_wait_;
};

}  // namespace evenkeel
