#pragma once

#include "core/rtp/frame_assembler.h"
#include "core/session/rtp_receive_stream.h"

namespace evenkeel {

/// Video that comes in: packets of one source to frames in decoding order, and when to ask for a key frame.
class VideoReceiveStream {
 public:
  /// `wants_frames`: else nobody shows them, and no key frame is asked for.
  VideoReceiveStream(const FrameAssemblerConfig& assembler, bool wants_frames)
      : assembler_(assembler), wants_frames_(wants_frames) {}

  /// Another source begins.
  void begin(LocalTime now);
  void forget_source();
  /// Padding is a sequence number that holds nothing of a frame.
  void on_packet(RtpPacketView packet, const std::optional<TrackedSequence>& sequence, bool padding, LocalTime arrival);
  std::optional<ReceivedFrame> poll_frame(LocalTime now);

  /// The decoder cannot go on.
  void request_key_frame() { requested_ = true; }
  /// When to ask the sender for a key frame; nullopt: none is wanted.
  std::optional<LocalTime> key_frame_due(std::optional<Duration> round_trip_time) const;
  void on_key_frame_asked(LocalTime now);

  /// When a hole is given up.
  std::optional<LocalTime> next_wake() const { return assembler_.next_wake(); }
  std::uint64_t key_frames_asked() const { return asked_; }
  const FrameAssembler& assembler() const { return assembler_; }

 private:
  FrameAssembler assembler_;
  bool wants_frames_;
  bool requested_ = false;
  std::optional<LocalTime> last_asked_;
  std::uint64_t asked_ = 0;
};

}  // namespace evenkeel
