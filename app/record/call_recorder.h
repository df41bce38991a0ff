#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "app/record/received_recorder.h"
#include "app/record/sound_recorder.h"
#include "core/frames/encoded_sound.h"

namespace evenkeel {

/// Records a call: the pictures that are received into an IVF file, and beside it the sound of both sides
/// (sound_recordings_beside). Each file begins with what comes first for it, and all count their time from the same
/// moment. From any thread; while it is off, sound and pictures cost a lock.
class CallRecorder {
 public:
  /// Each file stays within `limit`. Files of these names are replaced.
  void start(const std::string& path, DataSize limit);
  void stop();

  void on_frame(const ReceivedFrame& frame) { pictures_.on_frame(frame); }
  /// The payload of a packet of sound, in any order, and what SoundRecorder needs to place it.
  void on_received_sound(std::span<const std::uint8_t> payload, std::uint32_t rtp_timestamp, LocalTime arrival) {
    received_.on_packet(payload, rtp_timestamp, arrival);
  }
  void on_sent_sound(const EncodedSound& sound) {
    sent_.on_packet(sound.payload(), static_cast<std::uint32_t>(sound.sample), sound.captured);
  }

  bool running() const { return pictures_.running(); }
  /// What ended one of the files, failure or limit; empty otherwise. Until start().
  std::string error() const;
  std::string end() const;

 private:
  ReceivedRecorder pictures_;
  SoundRecorder received_, sent_;
};

}  // namespace evenkeel
