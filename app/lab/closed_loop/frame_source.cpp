#include "app/lab/closed_loop/frame_source.h"

#include <algorithm>

#include "core/session/sender.h"

namespace evenkeel {

void SourceFeed::tell(LocalTime now, DataRate maximum) {
  const DataRate target = std::min(sender_.media_target(), maximum);
  if (target_ != target) {
    target_ = target;
    source_.set_target(target, now);
  }
  source_.on_pacer_queue(sender_.pacer_queue(), now);
  if (sender_.take_key_frame_request()) source_.request_key_frame();
}

bool SourceFeed::move_frame(LocalTime now) {
  const auto frame = source_.poll(now);
  if (!frame) return false;
  sender_.push_frame(*frame, now);
  source_.on_pacer_queue(sender_.pacer_queue(), now);
  return true;
}

}  // namespace evenkeel
