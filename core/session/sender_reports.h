#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/base/data_rate.h"
#include "core/rtp/rtcp.h"
#include "core/session/outgoing_packet.h"
#include "core/session/rtp_send_stream.h"

namespace evenkeel {

/// What sender reports count of a packet: without header and padding (RFC 3550, section 6.4.1).
DataSize reported_payload(PacketClass kind, std::span<const std::uint8_t> packet);

/// The sender reports (RFC 3550, section 6.4.1) of all streams of a transport, one compound packet each second; sooner
/// where the peer asks for its round trip, up to ten a second: the answer is in it (RFC 3611, section 4.5).
class SenderReports {
 public:
  /// `ssrc` is where reports come from; `clock_id` may be empty.
  SenderReports(std::uint32_t ssrc, std::string cname, std::string clock_id)
      : ssrc_(ssrc), cname_(std::move(cname)), clock_id_(std::move(clock_id)) {}

  /// The first one is due at once.
  void start(LocalTime now);
  LocalTime next() const;
  /// The peer's reference time, which came at `arrival`. Of several between two reports only the last is answered.
  void on_reference_time(const ReferenceTime& time, LocalTime arrival);
  /// Whether our microphone is muted, which the peer is told soon where it changes; nullopt: no sound is sent.
  void set_muted(std::optional<bool> muted) {
    if (muted && muted_ && muted != muted_) hurries_ = true;
    muted_ = muted;
  }
  /// Valid until the next call. `headers`: of UDP and IP.
  std::span<const std::uint8_t> write(std::span<RtpSendStream* const> streams, DataSize headers, LocalTime now);
  void on_sent(LocalTime now);
  /// What they take on the wire; zero before the first.
  DataRate rate() const { return rate_; }

 private:
  std::uint32_t ssrc_;
  std::string cname_;
  std::string clock_id_;
  struct Question {
    ReferenceTime time;
    LocalTime arrival;
  };
  LocalTime next_{};  // without a question
  LocalTime last_{};
  std::optional<Question> question_;  // of the peer, not answered
  std::optional<bool> muted_;
  bool hurries_ = false;  // to say so
  DataRate rate_;
  std::array<std::uint8_t, 1200> buffer_{};
};

}  // namespace evenkeel
