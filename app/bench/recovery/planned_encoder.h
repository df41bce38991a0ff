#pragma once

#include <random>

#include "codecs/reference_plan.h"
#include "core/frames/encoded_frame.h"
#include "core/session/sender.h"

namespace evenkeel::bench {

/// An encoder without pixels that plans its references as the real one does, for virtual time: 30 frames a second of
/// the target's size, which differ by a tenth; key frames have three times the size, jumps 1.5 times.
class PlannedEncoder {
 public:
  explicit PlannedEncoder(std::uint64_t seed) : random_(seed) {}

  EncodedFrame encode(Sender& sender, LocalTime now);

  int key_frames() const { return key_frames_; }
  int jumps() const { return jumps_; }

 private:
  ReferenceChoice choose(Sender& sender, LocalTime now);
  std::size_t size_of(DataRate target, double factor);

  ReferencePlan plan_;
  std::mt19937_64 random_;
  bool started_ = false;
  int key_frames_ = 0;
  int jumps_ = 0;
};

}  // namespace evenkeel::bench
