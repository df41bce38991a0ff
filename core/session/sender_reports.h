#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "core/base/data_rate.h"
#include "core/session/rtp_send_stream.h"

namespace evenkeel {

/// The sender reports (RFC 3550, section 6.4.1) of all streams of a transport, one compound packet each second.
class SenderReports {
 public:
  /// `ssrc` is where reports come from; `clock_id` may be empty.
  SenderReports(std::uint32_t ssrc, std::string cname, std::string clock_id)
      : ssrc_(ssrc), cname_(std::move(cname)), clock_id_(std::move(clock_id)) {}

  /// The first one is due at once.
  void start(LocalTime now) { next_ = now; }
  LocalTime next() const { return next_; }
  /// Valid until the next call. `headers`: of UDP and IP.
  std::span<const std::uint8_t> write(std::span<RtpSendStream* const> streams, DataSize headers, LocalTime now);
  void on_sent(LocalTime now);
  /// What they take on the wire; zero before the first.
  DataRate rate() const { return rate_; }

 private:
  std::uint32_t ssrc_;
  std::string cname_;
  std::string clock_id_;
  LocalTime next_{};
  DataRate rate_;
  std::array<std::uint8_t, 1200> buffer_{};
};

}  // namespace evenkeel
