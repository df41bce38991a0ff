#include "core/session/sender_reports.h"

#include <algorithm>

#include "core/rtp/ntp.h"
#include "core/rtp/rtp_packet.h"

namespace evenkeel {
namespace {

constexpr Duration interval = 1s;
constexpr Duration min_interval = 100ms;  // however often the peer asks

// A kernel's stamp may be ahead of the clock by a little.
std::uint32_t held_for(Duration d) { return static_cast<std::uint32_t>(std::max<std::int64_t>(to_ntp_units(d), 0)); }

}  // namespace

DataSize reported_payload(PacketClass kind, std::span<const std::uint8_t> packet) {
  const auto rtp = kind != PacketClass::padding ? parse_rtp(packet) : std::nullopt;
  return bytes(rtp ? static_cast<std::int64_t>(rtp->payload.size()) : 0);
}

void SenderReports::start(LocalTime now) {
  next_ = now;
  question_.reset();
  hurries_ = false;
}

LocalTime SenderReports::next() const {
  const LocalTime earliest = last_ + min_interval;
  if (hurries_) return std::min(next_, earliest);
  return question_ ? std::min(next_, std::max<LocalTime>(question_->arrival, earliest)) : next_;
}

void SenderReports::on_reference_time(const ReferenceTime& time, LocalTime arrival) { question_ = {time, arrival}; }

std::span<const std::uint8_t> SenderReports::write(std::span<RtpSendStream* const> streams, DataSize headers,
                                                   LocalTime now) {
  RtcpWriter writer(buffer_);
  for (const RtpSendStream* stream : streams) {
    const bool silent = stream != streams.front() && stream->packets_sent() == 0;
    if (!silent) writer.sender_report(stream->ssrc(), stream->report(now), {});
  }
  const std::string_view muted = !muted_ ? "" : *muted_ ? "1" : "0";
  writer.source_description(ssrc_, cname_, clock_id_, {}, {}, muted);
  if (question_) {
    const auto& [time, arrival] = *question_;
    const auto last_rr = static_cast<std::uint32_t>(time.ntp >> 16);
    writer.reference_time_answer({ssrc_, time.sender_ssrc, last_rr, held_for(now - arrival)});
  }
  const auto since_last = std::clamp<Duration>(now - last_, min_interval, interval);
  rate_ = (headers + bytes(static_cast<std::int64_t>(writer.size()))) / since_last;
  return std::span(buffer_).first(writer.size());
}

// What was slept through is not made up for.
void SenderReports::on_sent(LocalTime now) {
  const bool early = now < next_;
  next_ += interval;
  if (early || next_ <= now) next_ = now + interval;
  last_ = now;
  question_.reset();
  hurries_ = false;
}

}  // namespace evenkeel
