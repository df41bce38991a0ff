#pragma once

#include <deque>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "codecs/video_codec.h"

namespace evenkeel {

/// A path that loses frames and feedback, and the receiver behind it, in steps of one frame. It gives a frame to its
/// decoder once all that the frame refers to was given, past a hole, too; older frames then come too late. It
/// acknowledges with each step, says what is broken when it has waited for one and a half round trips, and asks for a
/// key frame before the first and after 60 frames in vain.
class LossyCall {
 public:
  struct Feedback {
    ReferenceFeedback references;
    bool key_frame_wanted = false;
  };

  /// `delay`: of the feedback, in frames. Half of the lost frames are repaired later.
  LossyCall(double loss, int delay, unsigned seed) : loss_(loss), delay_(delay), random_(seed) {}

  /// What has come from the receiver before the next frame.
  std::vector<Feedback> feedback();

  /// The next frame is on its way. Returns the frames that are decoded now, counted from 0 in the order of sending.
  std::vector<int> send(const FrameDependency& frame);

  void end_losses() { loss_ = 0; }

  /// Whether the frame sent last was decoded.
  bool is_up_to_date() const { return newest_ == static_cast<int>(sent_.size()) - 1; }

 private:
  bool is_lost() { return static_cast<double>(random_()) < loss_ * 0x1p32; }
  int now() const { return static_cast<int>(sent_.size()); }
  bool is_decodable(int frame) const;
  std::vector<int> give_out();
  void report();

  double loss_;
  int delay_;
  std::mt19937 random_;
  std::vector<FrameDependency> sent_;
  std::multimap<int, int> arriving_;  // by time: frames
  std::set<int> waiting_;             // have arrived, but are not decodable yet
  std::set<int> given_;
  int newest_ = -1;                               // given out
  int waits_since_ = 0;                           // for the frame after it
  int key_frame_asked_ = -9;                      // when
  std::deque<std::pair<int, Feedback>> reports_;  // by time
};

}  // namespace evenkeel
