#include "core/rtp/media_format.h"

namespace evenkeel {

void translate_extensions(RtpPacketView& packet, const MediaFormat& format) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < packet.extension_count; ++i) {
    RtpExtension extension = packet.extensions[i];
    if (extension.id == format.capture_time_id) {
      extension.id = abs_capture_time_id;
    } else if (extension.id == format.descriptor_id) {
      extension.id = frame_descriptor_id;
    } else if (extension.id == format.audio_level_id) {
      extension.id = audio_level_id;
    } else {
      continue;
    }
    packet.extensions[kept++] = extension;
  }
  packet.extension_count = kept;
}

}  // namespace evenkeel
