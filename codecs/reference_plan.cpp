#include "codecs/reference_plan.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr int max_doublings = 3;

std::uint16_t id_of(std::int64_t frame) { return static_cast<std::uint16_t>(frame); }

}  // namespace

ReferencePlan::ReferencePlan(const ReferencePlanConfig& config)
    : config_(config),
      round_trip_(config.round_trip),
      first_(config.first_id),
      next_(first_),
      chain_start_(first_),
      newest_acknowledged_(first_ - 1) {}

ReferenceChoice ReferencePlan::next(LocalTime now, bool force_key_frame) const {
  if (force_key_frame || !started_) return key_frame(now);
  if (!is_broken(now)) return normal(now);
  if (can_jump()) return jump(now);
  // Each key frame delays the next frames: many in a row would make the loss worse.
  const bool too_early = now - last_key_frame_ < std::max(config_.min_repair_interval, round_trip_);
  return too_early ? normal(now) : key_frame(now);
}

void ReferencePlan::on_encoded(const ReferenceChoice& choice) {
  if (choice.key_frame) {
    started_ = true;
    last_key_frame_ = choice.time;
  }
  if (choice.key_frame || choice.jump) begin_chain(choice.time);
  if (choice.update.golden) place(golden, choice.time);
  if (choice.update.altref) place(altref, choice.time);
  // The receiver complains about what the chain has left behind until the chain's start arrives. Such a complaint is
  // not kept for later: one that comes later tells that the start was lost.
  if (broken_ && *broken_ < chain_start_) broken_.reset();
  ++next_;
}

void ReferencePlan::on_unplanned_frame() {
  ++next_;
  started_ = false;
  chain_start_ = next_;
  broken_.reset();
}

// Each frame of a chain builds on all before it: a receiver that has one has the anchors before it, too. An anchor that
// is not acknowledged is always one of the present chain, as a jump and a key frame replace the others.
void ReferencePlan::acknowledged(std::uint16_t id) {
  const auto frame = frame_of(id);
  if (!frame) return;
  newest_acknowledged_ = std::max(newest_acknowledged_, *frame);
  if (broken_ && *broken_ <= newest_acknowledged_) broken_.reset();
  for (Anchor& anchor : anchors_)
    if (anchor.frame <= *frame) anchor.acknowledged = true;
  if (!pending_ || !anchors_[other()].acknowledged) return;
  keeper_ = other();
  pending_.reset();
  forgotten_ = 0;
}

// A receiver decodes nothing that is older than what it has decoded.
void ReferencePlan::broken(std::uint16_t id) {
  const auto frame = frame_of(id);
  if (!frame || *frame <= newest_acknowledged_) return;
  broken_ = broken_ ? std::max(*broken_, *frame) : *frame;
}

void ReferencePlan::set_round_trip(Duration round_trip) {
  if (round_trip > Duration::zero()) round_trip_ = std::min(round_trip, config_.max_round_trip);
}

std::optional<std::int64_t> ReferencePlan::frame_of(std::uint16_t id) const {
  const std::int64_t age = static_cast<std::uint16_t>(id_of(next_) - id);
  if (age == 0 || age >= 0x8000 || age > next_ - first_) return std::nullopt;
  return next_ - age;
}

bool ReferencePlan::is_broken(LocalTime now) const {
  if (!broken_) return false;
  const bool left_behind = *broken_ < chain_start_;
  const Duration wait =
      left_behind ? round_trip_ + config_.jump_margin : std::max(round_trip_, config_.min_jump_interval);
  return now - chain_began_ >= wait;
}

// Where acknowledgements take longer than that, each would come after its anchor was replaced: so the time doubles.
bool ReferencePlan::is_time_for_anchor(LocalTime now) const {
  const Duration wait = (2 * round_trip_ + config_.pending_margin) * (1 << std::min(forgotten_, max_doublings));
  return !pending_ || now - *pending_ > wait;
}

void ReferencePlan::refer_to(std::int64_t frame, FrameDependency& dependency) const {
  const auto distance = static_cast<std::uint16_t>(next_ - frame);
  const auto used = dependency.distances_used();
  if (std::find(used.begin(), used.end(), distance) != used.end()) return;
  dependency.distances[dependency.references++] = distance;
}

ReferenceChoice ReferencePlan::key_frame(LocalTime now) const {
  ReferenceChoice choice{.key_frame = true, .update = {true, true, true}, .time = now};
  choice.dependency.id = id_of(next_);
  return choice;
}

ReferenceChoice ReferencePlan::jump(LocalTime now) const {
  ReferenceChoice choice{.jump = true, .time = now};
  choice.refer = {false, keeper_ == golden, keeper_ == altref};
  choice.update = {true, keeper_ != golden, keeper_ != altref};
  choice.dependency.id = id_of(next_);
  refer_to(anchors_[keeper_].frame, choice.dependency);
  return choice;
}

// Who can decode the frame before has both anchors: they are acknowledged or of the present chain.
ReferenceChoice ReferencePlan::normal(LocalTime now) const {
  const bool anchor = is_time_for_anchor(now);
  ReferenceChoice choice{.time = now};
  choice.refer = {true, in_reach(golden), in_reach(altref)};
  choice.update = {true, anchor && keeper_ != golden, anchor && keeper_ != altref};
  choice.dependency.id = id_of(next_);
  refer_to(next_ - 1, choice.dependency);
  if (choice.refer.golden) refer_to(anchors_[golden].frame, choice.dependency);
  if (choice.refer.altref) refer_to(anchors_[altref].frame, choice.dependency);
  return choice;
}

void ReferencePlan::begin_chain(LocalTime now) {
  chain_start_ = next_;
  chain_began_ = now;
  pending_.reset();
  forgotten_ = 0;
}

void ReferencePlan::place(Slot slot, LocalTime now) {
  anchors_[slot] = {next_, false};
  if (slot == keeper_) return;  // a key frame, which is in both
  if (pending_) ++forgotten_;
  pending_ = now;
}

}  // namespace evenkeel
