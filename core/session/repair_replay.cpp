#include "core/session/repair_replay.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr std::size_t until_jump = 2;  // frames, from when a frame is given up until another reference shows

}  // namespace

void RepairReplay::on_frame(int lost, double repair) {
  newest_ = newest_ + 1 < path_.window ? newest_ + 1 : 0;
  if (until_next_break_ > 0) --until_next_break_;
  if (missing_[newest_] > 0) give_up(missing_[newest_]);
  missing_[newest_] = lost;
  debt_ += lost;
  const int arrived = arriving(repair);
  if (debt_ == 0) return;
  arrived_ += arrived;
  if (arrived_ < debt_) return;
  missing_.fill(0);
  debt_ = arrived_ = 0;
}

// A frame leaves the window. To take its packets out of the equations costs as many of these, which then help no more
// with the other packets.
void RepairReplay::give_up(int missing) {
  if (until_next_break_ == 0) {
    ++breaks_;
    until_next_break_ = path_.window + until_jump;
  }
  debt_ -= missing;
  arrived_ = debt_ > 0 ? std::max(arrived_ - missing, 0) : 0;
}

// Losses of repair packets are spread evenly, so that a replay comes out the same each time.
int RepairReplay::arriving(double repair) {
  paid_ += repair;
  if (paid_ < 1) return 0;
  const int sent = static_cast<int>(paid_);
  paid_ -= sent;
  lost_ += sent * path_.loss;
  const int lost = std::min(static_cast<int>(lost_), sent);
  lost_ -= lost;
  return sent - lost;
}

}  // namespace evenkeel
