#include "tests/unit/codecs/lossy_call.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr Duration interval = 33ms;
constexpr int all_in_vain = 60;
constexpr std::size_t max_waiting = 60;

}  // namespace

std::vector<LossyCall::Feedback> LossyCall::feedback() {
  std::vector<Feedback> result;
  for (; !reports_.empty() && reports_.front().first <= now(); reports_.pop_front())
    result.push_back(reports_.front().second);
  return result;
}

std::vector<int> LossyCall::send(const FrameDependency& frame) {
  const int number = now();
  sent_.push_back(frame);
  if (!is_lost())
    arriving_.emplace(now(), number);
  else if (random_() % 2)
    arriving_.emplace(now() + 1 + static_cast<int>(random_() % static_cast<unsigned>(delay_ + 2)), number);
  while (!arriving_.empty() && arriving_.begin()->first <= now()) {
    waiting_.insert(arriving_.begin()->second);
    arriving_.erase(arriving_.begin());
  }
  const auto result = give_out();
  if (!is_lost()) report();
  return result;
}

bool LossyCall::is_decodable(int frame) const {
  const auto distances = sent_[static_cast<std::size_t>(frame)].distances_used();
  return std::all_of(distances.begin(), distances.end(), [&](int d) { return given_.count(frame - d) == 1; });
}

std::vector<int> LossyCall::give_out() {
  std::vector<int> result;
  for (const int frame : waiting_) {
    if (frame <= newest_ || !is_decodable(frame)) continue;
    result.push_back(frame);
    given_.insert(frame);
    newest_ = frame;
    waits_since_ = now();
  }
  waiting_.erase(waiting_.begin(), waiting_.upper_bound(newest_));
  if (waiting_.size() > max_waiting) waiting_.erase(waiting_.begin());
  if (waiting_.empty()) waits_since_ = now();
  return result;
}

void LossyCall::report() {
  Feedback f;
  f.references.round_trip = std::max(1, delay_) * interval;
  const int waited = now() - waits_since_;
  const bool in_vain = 2 * waited > 3 * delay_ + 2;
  const bool lost_all = in_vain && (newest_ < 0 || waited > all_in_vain);
  f.key_frame_wanted = lost_all && now() - key_frame_asked_ > std::max(9, delay_ + 3);
  if (f.key_frame_wanted) key_frame_asked_ = now();
  if (newest_ >= 0) {
    f.references.acknowledged = sent_[static_cast<std::size_t>(newest_)].id;
    if (in_vain) f.references.broken = sent_[static_cast<std::size_t>(newest_) + 1].id;
  }
  reports_.emplace_back(now() + delay_, f);
}

}  // namespace evenkeel
