#include "core/session/rtp_receive_stream.h"

namespace evenkeel {
namespace {

constexpr Duration source_silence = 1s;  // after which another source may take the stream over

}  // namespace

RtpReceiveStream::Source RtpReceiveStream::on_source(std::uint32_t ssrc, LocalTime now) {
  const bool known = ssrc_ == ssrc;
  if (ssrc_ && !known && now < last_packet_ + source_silence) return Source::foreign;
  last_packet_ = now;
  if (known) return Source::known;
  ssrc_ = ssrc;
  sequence_.reset();
  late_.reset();
  feedback_.reset();
  reception_.reset();
  return Source::changed;
}

std::optional<TrackedSequence> RtpReceiveStream::on_packet(const RtpHeader& header, LocalTime arrival,
                                                           std::uint8_t ecn) {
  auto sequence = sequence_.track(header.sequence_number);
  if (!sequence) return std::nullopt;
  sequence->late_by = late_.on_packet(*sequence, arrival);
  feedback_.on_packet(*sequence, arrival, ecn);
  reception_.on_packet(*sequence, header.timestamp, arrival);
  return sequence;
}

}  // namespace evenkeel
