#include "core/session/negotiation.h"

#include "core/signal/sdp_offer.h"

namespace evenkeel {
namespace {

/// What somebody who is no Evenkeel understands; of numbers 0: not.
struct Understood {
  std::uint8_t vp8, retransmission, opus;
  std::uint8_t capture_time_id, transport_wide_id, audio_level_id;
  bool congestion, transport_wide;
};

ArrivalFeedback feedback_of(const Understood& peer) {
  if (peer.congestion) return ArrivalFeedback::congestion;
  return peer.transport_wide && peer.transport_wide_id != 0 ? ArrivalFeedback::transport_wide : ArrivalFeedback::none;
}

MediaFormat format_of(const Understood& peer) {
  MediaFormat format;
  format.video = peer.vp8;
  format.retransmission = peer.retransmission;
  format.repair = 0;
  format.padding = 0;
  format.capture_time_id = peer.capture_time_id;
  format.descriptor_id = 0;
  format.audio = peer.opus;
  format.redundant_audio = 0;
  format.audio_level_id = peer.audio_level_id;
  format.feedback = feedback_of(peer);
  if (format.feedback == ArrivalFeedback::transport_wide) format.transport_wide_id = peer.transport_wide_id;
  return format;
}

bool covers_sound(const SdpAnswer& answer, const MediaFormat& format) {
  switch (format.feedback) {
    case ArrivalFeedback::congestion:
      return answer.congestion_feedback_of_sound;
    case ArrivalFeedback::transport_wide:
      return answer.transport_wide_feedback_of_sound;
    case ArrivalFeedback::none:
      break;
  }
  return true;
}

}  // namespace

Knock make_offer(const Directions& directions) {
  Knock knock;
  knock.vp8 = video_payload_type;
  knock.opus = audio_payload_type;
  knock.congestion_feedback = true;
  knock.native = true;
  knock.sends_video = directions.sends_video;
  knock.receives_video = directions.receives_video;
  knock.sends_audio = directions.sends_sound;
  knock.receives_audio = directions.receives_sound;
  return knock;
}

Negotiated negotiate(const Knock& knock) {
  Negotiated result;
  result.peer_receives_video = knock.receives_video;
  result.peer_receives_sound = knock.receives_audio && knock.opus != 0;
  if (knock.native) {
    if (knock.features) result.features = features_of_bits(*knock.features);
    return result;
  }
  result.peer_receives_video = knock.receives_video && knock.vp8 != 0;
  result.format =
      format_of({knock.vp8, knock.vp8_retransmission, knock.opus, knock.capture_time_id, knock.transport_wide_number_id,
                 knock.audio_level_id, knock.congestion_feedback, knock.transport_wide_feedback});
  result.features = PeerFeatures{.retransmission = result.format.retransmission != 0, .sound = knock.opus != 0};
  return result;
}

// Nobody asks for what is sent again but by NACK.
Negotiated negotiate(const SdpAnswer& answer) {
  Negotiated result;
  result.peer_receives_video = answer.receives_video;
  const std::uint8_t retransmission = answer.nack ? answer.vp8_retransmission : std::uint8_t{0};
  result.format =
      format_of({answer.vp8, retransmission, answer.opus, answer.capture_time_id, answer.transport_wide_number_id,
                 answer.audio_level_id, answer.congestion_feedback, answer.transport_wide_feedback});
  result.peer_receives_sound = answer.opus != 0 && answer.receives_audio;
  result.format.feedback_of_sound = covers_sound(answer, result.format);
  // Whoever answers sends by the numbers of the offer (RFC 3264, section 6.1); some send by their own.
  if (answer.vp8 != 0) result.format.also_video = offered::vp8;
  if (retransmission != 0) result.format.also_retransmission = offered::vp8_retransmission;
  if (answer.opus != 0) result.format.also_audio = offered::opus;
  result.format.reduced_size_reports = answer.reduced_size_rtcp;
  result.features = PeerFeatures{.retransmission = retransmission != 0, .sound = answer.opus != 0};
  return result;
}

}  // namespace evenkeel
