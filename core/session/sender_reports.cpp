#include "core/session/sender_reports.h"

#include "core/rtp/rtcp.h"

namespace evenkeel {
namespace {

constexpr Duration interval = 1s;

}  // namespace

std::span<const std::uint8_t> SenderReports::write(std::span<RtpSendStream* const> streams, DataSize headers,
                                                   LocalTime now) {
  RtcpWriter writer(buffer_);
  for (const RtpSendStream* stream : streams) {
    const bool silent = stream != streams.front() && stream->packets_sent() == 0;
    if (!silent) writer.sender_report(stream->ssrc(), stream->report(now), {});
  }
  writer.source_description(ssrc_, cname_, clock_id_);
  rate_ = (headers + bytes(static_cast<std::int64_t>(writer.size()))) / interval;
  return std::span(buffer_).first(writer.size());
}

// What was slept through is not made up for.
void SenderReports::on_sent(LocalTime now) {
  next_ += interval;
  if (next_ <= now) next_ = now + interval;
}

}  // namespace evenkeel
