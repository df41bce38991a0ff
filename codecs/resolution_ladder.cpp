#include "codecs/resolution_ladder.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "codecs/quantizers.h"

namespace evenkeel {
namespace {

constexpr std::array scales = {1.0, 3.0 / 4, 1.0 / 2, 3.0 / 8, 1.0 / 4};
constexpr std::array low_frame_rates = {15.0, 10.0};

int even(double length) { return std::max(2, 2 * static_cast<int>(std::lround(length / 2))); }

double pixels(const Rung& rung) { return static_cast<double>(rung.width) * rung.height; }

std::vector<Rung> rungs_of(int width, int height, const ResolutionLadderConfig& config) {
  std::vector<Rung> rungs = {{width, height, config.frames_per_second}};
  for (const double scale : scales) {
    const Rung rung = {even(width * scale), even(height * scale), config.frames_per_second};
    if (pixels(rung) >= config.min_pixels && pixels(rung) < 0.9 * pixels(rungs.back())) rungs.push_back(rung);
  }
  for (const double rate : low_frame_rates) {
    Rung rung = rungs.back();
    rung.frames_per_second = rate;
    if (rate < config.frames_per_second) rungs.push_back(rung);
  }
  return rungs;
}

}  // namespace

void ResolutionLadder::set_source(int width, int height, DataRate target) {
  const ResolutionLadderConfig config = config_;
  *this = ResolutionLadder(config);
  rungs_ = rungs_of(width, height, config_);
  current_ = carried_by(target);
}

// Waits during a short dip, because a switch costs a key frame now and another on the way back. But at a target far
// below the floor every frame of this size fills the queues.
void ResolutionLadder::on_picture(LocalTime now, DataRate target) {
  if (is_recovered(now, target)) return move_to(fall_->rung, now);
  std::size_t carried = carried_by(target);
  if (carried <= current_) {
    below_floor_since_.reset();
    return;
  }
  if (!below_floor_since_) below_floor_since_ = now;
  const Duration below = now - *below_floor_since_;
  if (below < config_.frame_rate_timeout) carried = std::min(carried, lowest_at_once());
  const bool hopeless = target < config_.hopeless * floor(current_);
  if (carried <= current_ || (!hopeless && below < config_.below_floor_timeout)) return;
  const auto below_since = below_floor_since_;
  remember_fall(now);
  step_down(carried, now, target);
  if (carried_by(target) > carried) below_floor_since_ = below_since;
}

// The smallest size at the full frame rate.
std::size_t ResolutionLadder::lowest_at_once() const {
  std::size_t rung = 0;
  while (rung + 1 < rungs_.size() && rungs_[rung + 1].frames_per_second == rungs_.front().frames_per_second) ++rung;
  return rung;
}

// Of several falls in a row the first counts.
void ResolutionLadder::remember_fall(LocalTime now) {
  if (!fall_ && history_.mean_target() > DataRate()) fall_ = {current_, history_.mean_target(), now};
}

bool ResolutionLadder::is_recovered(LocalTime now, DataRate target) {
  if (fall_ && now - fall_->at > config_.longest_fall) fall_.reset();
  const auto enough = [&] { return std::max(config_.recovered * fall_->target, config_.margin * floor(fall_->rung)); };
  if (!fall_ || target < enough()) {
    recovered_since_.reset();
    return false;
  }
  if (!recovered_since_) recovered_since_ = now;
  return now - *recovered_since_ >= config_.recovered_wait;
}

void ResolutionLadder::on_frame(LocalTime now, DataRate target, int quantizer) {
  if (now < ignore_until_) return;
  history_.add(now, quantizer, target);
  history_.forget_before(now - config_.up_window);
  if (is_stuck(now) && current_ + 1 < rungs_.size()) {
    step_down(current_ + 1, now, history_.mean_target());
  } else {
    consider_up(now, target);
  }
}

bool ResolutionLadder::is_stuck(LocalTime now) const {
  const LocalTime from = now - config_.down_window;
  return history_.covers(from) && history_.share_from(config_.ceiling, from) >= config_.stuck_share;
}

// The rate that the content takes at the coarsest quantizer.
DataRate ResolutionLadder::floor(std::size_t rung) const {
  return config_.floor_720p * std::pow(pixels(rungs_[rung]) / (1280 * 720), config_.floor_exponent) *
         std::pow(rungs_[rung].frames_per_second / 30, config_.frame_rate_exponent);
}

std::size_t ResolutionLadder::carried_by(DataRate target) const {
  std::size_t rung = 0;
  while (rung + 1 < rungs_.size() && target < floor(rung)) ++rung;
  return rung;
}

// Predicts the quantizer on higher rungs: the step width grows in proportion to the floor. Returns the highest rung at
// which it stays comfortable.
std::size_t ResolutionLadder::highest_possible(LocalTime now, DataRate target) const {
  const auto quantizer = history_.upper_quartile();
  if (!quantizer || !history_.covers(now - config_.up_window / 2)) return current_;
  const DataRate lasting = std::min(target, history_.mean_target());
  for (std::size_t rung = 0; rung < current_; ++rung) {
    const double growth = floor(rung) / floor(current_);
    const bool comfortable = quantizer_step(*quantizer) * growth <= quantizer_step(config_.comfortable);
    if (comfortable && lasting >= config_.margin * floor(rung)) return rung;
  }
  return current_;
}

void ResolutionLadder::consider_up(LocalTime now, DataRate target) {
  if (target_at_failure_ && history_.mean_target() > 1.25 * *target_at_failure_) {
    target_at_failure_.reset();  // what failed then may succeed now
    up_wait_ = config_.up_wait;
  }
  const std::size_t rung = highest_possible(now, target);
  if (rung == current_) return room_since_.reset();
  if (!room_since_) room_since_ = now;
  if (now - *room_since_ < up_wait_) return;
  last_up_ = now;
  target_at_up_ = history_.mean_target();
  move_to(rung, now);
}

void ResolutionLadder::step_down(std::size_t rung, LocalTime now, DataRate target) {
  const bool target_fell = target < 0.8 * target_at_up_;
  if (last_up_ && !target_fell) {
    const bool failed = now - *last_up_ < config_.probation + 3 * up_wait_;
    up_wait_ = failed ? std::min(2 * up_wait_, config_.longest_up_wait) : config_.up_wait;
    target_at_failure_ = failed ? std::optional(target_at_up_) : std::nullopt;
  }
  last_up_.reset();
  move_to(rung, now);
}

void ResolutionLadder::move_to(std::size_t rung, LocalTime now) {
  current_ = rung;
  history_.clear();
  ignore_until_ = now + config_.settling;
  below_floor_since_.reset();
  room_since_.reset();
  recovered_since_.reset();
  if (fall_ && rung <= fall_->rung) fall_.reset();
}

}  // namespace evenkeel
