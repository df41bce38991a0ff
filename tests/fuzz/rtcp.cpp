#include "core/rtp/rtcp.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/rtp/features.h"
#include "tests/fuzz/fuzz.h"

using namespace evenkeel;

namespace {

bool same(const ArrivalMetric& a, const ArrivalMetric& b) {
  return a.received == b.received && a.ecn == b.ecn && a.arrival_before_report == b.arrival_before_report;
}

bool same(const StreamFeedback& a, const StreamFeedback& b) {
  return a.ssrc == b.ssrc && a.begin_sequence == b.begin_sequence &&
         std::ranges::equal(a.metrics, b.metrics, [](const auto& x, const auto& y) { return same(x, y); });
}

bool same(const CongestionFeedback& a, const CongestionFeedback& b) {
  return a.sender_ssrc == b.sender_ssrc && a.report_timestamp == b.report_timestamp &&
         std::ranges::equal(a.streams, b.streams, [](const auto& x, const auto& y) { return same(x, y); });
}

bool same(const TransportWideFeedback& a, const TransportWideFeedback& b) {
  return a.sender_ssrc == b.sender_ssrc && a.media_ssrc == b.media_ssrc && a.begin_number == b.begin_number &&
         a.reference_time == b.reference_time && a.count == b.count && a.arrivals == b.arrivals;
}

bool same(const ReportBlock& a, const ReportBlock& b) {
  return a.ssrc == b.ssrc && a.fraction_lost == b.fraction_lost && a.cumulative_lost == b.cumulative_lost &&
         a.extended_highest_sequence == b.extended_highest_sequence && a.jitter == b.jitter && a.last_sr == b.last_sr &&
         a.delay_since_last_sr == b.delay_since_last_sr;
}

bool same(const SenderReport& a, const SenderReport& b) {
  return a.ssrc == b.ssrc && a.info.ntp == b.info.ntp && a.info.rtp_timestamp == b.info.rtp_timestamp &&
         a.info.packet_count == b.info.packet_count && a.info.octet_count == b.info.octet_count;
}

bool same(const Nack& a, const Nack& b) {
  return a.sender_ssrc == b.sender_ssrc && a.media_ssrc == b.media_ssrc && a.sequence_numbers == b.sequence_numbers;
}

bool same(const SliceLoss& a, const SliceLoss& b) {
  return a.sender_ssrc == b.sender_ssrc && a.media_ssrc == b.media_ssrc && a.picture_id_low_6 == b.picture_id_low_6;
}

bool same(const ReferenceSelection& a, const ReferenceSelection& b) {
  return a.sender_ssrc == b.sender_ssrc && a.media_ssrc == b.media_ssrc && a.payload_type == b.payload_type &&
         a.picture_id == b.picture_id;
}

bool same(const ReferenceTimeAnswer& a, const ReferenceTimeAnswer& b) {
  return a.sender_ssrc == b.sender_ssrc && a.receiver_ssrc == b.receiver_ssrc && a.last_rr == b.last_rr &&
         a.delay_since_last_rr == b.delay_since_last_rr;
}

bool same(const std::optional<ReferenceTime>& a, const std::optional<ReferenceTime>& b) {
  if (!a || !b) return !a && !b;
  return a->sender_ssrc == b->sender_ssrc && a->ntp == b->ntp;
}

std::size_t write(const RtcpCompound& compound, std::span<std::uint8_t> out) {
  constexpr std::size_t most_blocks = 31;
  RtcpWriter writer(out);
  std::span<const ReportBlock> blocks = compound.reports;
  auto some = blocks.first(std::min(most_blocks, blocks.size()));
  require(writer.receiver_report(compound.sender_ssrc, some));
  for (blocks = blocks.subspan(some.size()); !blocks.empty(); blocks = blocks.subspan(some.size())) {
    some = blocks.first(std::min(most_blocks, blocks.size()));
    require(writer.receiver_report(compound.sender_ssrc, some));
  }
  for (const auto& [ssrc, info] : compound.sender_reports) require(writer.sender_report(ssrc, info, {}));
  const std::string_view clock_id = compound.clock_id;
  require(writer.source_description(1, compound.cname, clock_id.substr(0, 240),
                                    {.token = compound.token, .echo = compound.echo}, compound.features));
  for (const auto& nack : compound.nacks) require(writer.nack(nack));
  for (const auto& loss : compound.slice_losses) require(writer.slice_loss(loss));
  for (const auto& selection : compound.reference_selections) require(writer.reference_selection(selection));
  for (const auto& pli : compound.picture_losses) require(writer.picture_loss(pli));
  for (const auto& feedback : compound.feedbacks) require(writer.congestion_feedback(feedback));
  for (const auto& feedback : compound.transport_wide_feedbacks) require(writer.transport_wide_feedback(feedback));
  if (compound.remb_bps) require(writer.remb(1, *compound.remb_bps, 2));
  if (compound.reference_time) require(writer.reference_time(*compound.reference_time));
  for (const auto& answer : compound.reference_time_answers) require(writer.reference_time_answer(answer));
  for (const auto ssrc : compound.byes) require(writer.bye(ssrc));
  return writer.size();
}

}  // namespace

void fuzz(std::span<const std::uint8_t> input) {
  RtcpCompound compound;
  if (!parse_rtcp(input, compound)) return;
  std::vector<std::uint8_t> out(4 * input.size() + 2000);  // a BYE of one source each takes more than one of many
  out.resize(write(compound, out));
  RtcpCompound again;
  require(parse_rtcp(out, again));
  require(again.sender_ssrc == compound.sender_ssrc);
  require(again.cname == compound.cname && again.clock_id == compound.clock_id);
  require(again.token == compound.token && again.echo == compound.echo && again.features == compound.features);
  require(again.byes == compound.byes && again.picture_losses.size() == compound.picture_losses.size());
  const auto equal = [](const auto& x, const auto& y) { return same(x, y); };
  require(std::ranges::equal(again.sender_reports, compound.sender_reports, equal));
  require(std::ranges::equal(again.reports, compound.reports, equal));
  require(std::ranges::equal(again.feedbacks, compound.feedbacks, equal));
  require(std::ranges::equal(again.transport_wide_feedbacks, compound.transport_wide_feedbacks, equal));
  require(again.remb_bps == compound.remb_bps);
  require(std::ranges::equal(again.nacks, compound.nacks, equal));
  require(std::ranges::equal(again.slice_losses, compound.slice_losses, equal));
  require(std::ranges::equal(again.reference_selections, compound.reference_selections, equal));
  require(same(again.reference_time, compound.reference_time));
  require(std::ranges::equal(again.reference_time_answers, compound.reference_time_answers, equal));
  parse_features(compound.features);
}
