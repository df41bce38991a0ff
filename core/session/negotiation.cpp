#include "core/session/negotiation.h"

namespace evenkeel {
namespace {

ArrivalFeedback feedback_of(const Knock& knock) {
  if (knock.congestion_feedback) return ArrivalFeedback::congestion;
  const bool wide = knock.transport_wide_feedback && knock.transport_wide_number_id != 0;
  return wide ? ArrivalFeedback::transport_wide : ArrivalFeedback::none;
}

}  // namespace

Knock make_offer(const Directions& directions) {
  Knock knock;
  knock.vp8 = video_payload_type;
  knock.congestion_feedback = true;
  knock.native = true;
  knock.sends_video = directions.sends_video;
  knock.receives_video = directions.receives_video;
  return knock;
}

Negotiated negotiate(const Knock& knock) {
  Negotiated result;
  result.peer_receives_video = knock.receives_video;
  if (knock.native) return result;
  result.peer_receives_video = knock.receives_video && knock.vp8 != 0;
  MediaFormat& format = result.format;
  format.video = knock.vp8;
  format.retransmission = knock.vp8_retransmission;
  format.repair = 0;
  format.padding = 0;
  format.capture_time_id = knock.capture_time_id;
  format.descriptor_id = 0;
  format.feedback = feedback_of(knock);
  if (format.feedback == ArrivalFeedback::transport_wide) format.transport_wide_id = knock.transport_wide_number_id;
  result.features = PeerFeatures{.retransmission = format.retransmission != 0};
  return result;
}

}  // namespace evenkeel
