#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/base/data_size.h"
#include "core/rtp/media_format.h"
#include "core/rtp/ntp.h"
#include "core/rtp/rtcp.h"

namespace evenkeel {

struct RtpSendStreamConfig {
  std::uint32_t ssrc = 0;
  std::uint16_t first_sequence_number = 0;
  std::uint32_t first_timestamp = 0;
  std::int64_t clock_rate = 90'000;                               ///< Hz, of RTP timestamps
  NtpClock ntp_clock{};                                           ///< of sender reports and capture times
  std::uint8_t MediaFormat::*payload_type = &MediaFormat::video;  ///< of its packets
};

/// What one RTP source counts: sequence numbers in the order of leaving, its media clock, and what its sender reports
/// say. Packets get their numbers when they leave, so that what is discarded before leaves no gap.
class RtpSendStream {
 public:
  explicit RtpSendStream(const RtpSendStreamConfig& config)
      : config_(config), next_number_(config.first_sequence_number), latest_timestamp_(config.first_timestamp) {}

  std::uint32_t ssrc() const { return config_.ssrc; }
  std::uint32_t timestamp(LocalTime t) const;
  std::uint64_t ntp(LocalTime t) const { return config_.ntp_clock.write(t); }
  /// Of a frame that begins: packets without media carry the timestamp of the latest one.
  std::uint32_t begin_frame(LocalTime captured) { return latest_timestamp_ = timestamp(captured); }
  /// The same of media that is counted, as samples of sound are: what begins so many ticks of the media clock after the
  /// first one was captured then. From here on times map to timestamps by that, since a sound card has a clock of its
  /// own, and reports tell it.
  std::uint32_t begin_counted(std::int64_t ticks, LocalTime captured);

  /// Of a packet that carries no media of its own: repair goes with the video's latest timestamp.
  void follow_frame(std::uint32_t timestamp) { latest_timestamp_ = timestamp; }
  /// Writes the RTP header of a packet without media of its own. Returns its size, or 0 where `out` is too small.
  std::size_t write_header(std::uint8_t payload_type, std::span<std::uint8_t> out) const;
  /// Writes a packet that carries nothing, of `size` bytes at most: of the format's type for padding, or where there is
  /// none, of its own with the P bit. Returns its size, or 0 where `out` is too small.
  std::size_t write_padding(std::size_t size, std::span<std::uint8_t> out) const;
  void set_format(const MediaFormat& format) { format_ = format; }

  /// Writes the next number into a packet that is being offered to the socket.
  void number(std::span<std::uint8_t> packet);
  /// The packets that were numbered last were discarded instead: their numbers are free again.
  void take_back(std::uint16_t count) { next_number_ = static_cast<std::uint16_t>(next_number_ - count); }

  /// Where new keys begin: numbers that a wrap is not near to, as receivers could not tell it (RFC 3711,
  /// section 3.3.1).
  void make_room() { next_number_ &= 0x7FFF; }

  void on_sent(DataSize payload);
  /// RFC 3550, section 6.4.1.
  SenderInfo report(LocalTime now) const;
  /// The round trip that a receiver's answer to a report shows (the same section: LSR and DLSR), and when that report
  /// went out. Nullopt where it answers none, or none of the last minutes.
  std::optional<ReportAnswer> answer(const ReportBlock& block, LocalTime arrival) const;
  std::uint32_t packets_sent() const { return packets_sent_; }

 private:
  /// A timestamp of counted media, and the time that it stands for.
  struct Anchor {
    LocalTime captured{};
    std::uint32_t timestamp = 0;
  };
  std::int64_t ticks_in(Duration time) const;
  std::size_t write_padding_bit(std::size_t size, std::span<std::uint8_t> out) const;

  RtpSendStreamConfig config_;
  MediaFormat format_;
  std::uint16_t next_number_;
  std::uint32_t latest_timestamp_;
  std::optional<Anchor> anchor_;
  std::uint32_t packets_sent_ = 0;
  std::uint32_t payload_bytes_sent_ = 0;  // without headers
};

}  // namespace evenkeel
