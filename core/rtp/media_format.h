#pragma once

#include <cstddef>
#include <cstdint>

#include "core/rtp/extensions.h"
#include "core/rtp/rtp_packet.h"

namespace evenkeel {

/// How a receiver tells a sender what arrived, and when.
enum class ArrivalFeedback : std::uint8_t {
  none,
  congestion,     ///< RFC 8888
  transport_wide  ///< draft-holmer-rmcat-transport-wide-cc-extensions-01
};

/// What the numbers in the RTP packets of a call mean to both ends. By default what two peers of this application take
/// them for; others say in their offer what they take them for, and get nothing else.
struct MediaFormat {
  // Payload types.
  std::uint8_t video = video_payload_type;
  std::uint8_t retransmission = retransmission_payload_type;  ///< 0: none
  /// Numbers that those two may also come by, before what these mean otherwise; 0: none.
  std::uint8_t also_video = 0, also_retransmission = 0;
  std::uint8_t repair = repair_payload_type;  ///< 0: none
  /// 0: padding is of the video, as packets that hold nothing else (RFC 3550, section 5.1, the P bit).
  std::uint8_t padding = padding_payload_type;
  std::uint8_t audio = audio_payload_type;                      ///< 0: none
  std::uint8_t also_audio = 0;                                  ///< as also_video
  std::uint8_t redundant_audio = redundant_audio_payload_type;  ///< RFC 2198; 0: none
  // Ids of header extensions, 1 to 14; 0: none.
  std::uint8_t capture_time_id = abs_capture_time_id;
  std::uint8_t descriptor_id = frame_descriptor_id;
  std::uint8_t audio_level_id = evenkeel::audio_level_id;
  std::uint8_t transport_wide_id = 0;
  ArrivalFeedback feedback = ArrivalFeedback::congestion;
  /// Whether that covers sound too; else nothing of the kind is told about packets of sound.
  bool feedback_of_sound = true;
  /// RFC 5506; else each datagram of RTCP begins with a report and names its source.
  bool reduced_size_reports = true;

  bool operator==(const MediaFormat&) const = default;
};

/// Most of what one packet by the P bit holds: its size is told in a byte, and libwebrtc's own has no more.
inline constexpr std::size_t max_rtp_padding = 224;

/// Gives the extensions of a packet the ids that this application has for them, and leaves out those that the format
/// does not name.
void translate_extensions(RtpPacketView& packet, const MediaFormat& format);

}  // namespace evenkeel
