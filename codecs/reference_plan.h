#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/time.h"
#include "core/frames/frame_dependency.h"

namespace evenkeel {

/// Some of the three buffers in which a VP8 decoder keeps frames (RFC 6386, section 9.7).
struct ReferenceBuffers {
  bool last = false;
  bool golden = false;
  bool altref = false;
  bool operator==(const ReferenceBuffers&) const = default;
};

/// How to encode a frame.
struct ReferenceChoice {
  bool key_frame = false;
  bool jump = false;  ///< refers to an acknowledged frame only, past what was lost; larger than its neighbours
  ReferenceBuffers refer{};
  ReferenceBuffers update{};
  FrameDependency dependency{};
  LocalTime time{};
};

struct ReferencePlanConfig {
  std::uint16_t first_id = 0;
  Duration jump_margin = 60ms;           ///< beyond the round trip, until complaints from before a jump have ended
  Duration pending_margin = 150ms;       ///< beyond two round trips, until a frame is taken for unacknowledged
  Duration min_jump_interval = 60ms;     ///< the round trip where that is longer
  Duration min_repair_interval = 300ms;  ///< between key frames because of losses; the round trip where that is longer
  Duration round_trip = 100ms;           ///< until set_round_trip()
  Duration max_round_trip = 2s;          ///< larger ones count as this
};

/// Decides which frames the next one refers to, so that it can be decoded after a loss without a key frame: golden and
/// altref are anchors, updated in turn (RFC 7741, section 5.1). One, the keeper, holds the newest frame that is known
/// to have been decoded. The other holds one that waits for its acknowledgement. After a loss a frame refers to the
/// keeper alone (a jump) and begins a new chain, in which each frame builds on all before it.
///
/// Ids are 16 bits of a counter. Feedback may say anything at any rate: what names frames that were never encoded or
/// are half of all ids old is ignored, and the intervals of the configuration bound what it can cause. One thread at a
/// time.
class ReferencePlan {
 public:
  /// References reach back no further: the generic frame descriptor has 14 bits for a difference of ids.
  static constexpr std::int64_t max_distance = (1 << 14) - 1;

  explicit ReferencePlan(const ReferencePlanConfig& config = {});

  /// The choice for a frame encoded now. `force_key_frame`: it cannot be any other, as its size is new. Changes
  /// nothing: a frame that was not made leaves no trace.
  ReferenceChoice next(LocalTime now, bool force_key_frame) const;

  /// The frame of the last choice was made.
  void on_encoded(const ReferenceChoice& choice);

  /// A frame was made without a choice: it has the next id, and the next choice is a key frame.
  void on_unplanned_frame();

  /// The receiver has decoded this frame. It is enough to name the newest.
  void acknowledged(std::uint16_t id);

  /// The receiver cannot decode this frame and waits for it no longer.
  void broken(std::uint16_t id);

  /// Zero or less counts as unknown and is ignored.
  void set_round_trip(Duration round_trip);

 private:
  enum Slot : std::size_t { golden, altref };

  struct Anchor {
    std::int64_t frame = 0;
    bool acknowledged = false;
  };

  std::optional<std::int64_t> frame_of(std::uint16_t id) const;
  Slot other() const { return keeper_ == golden ? altref : golden; }
  bool in_reach(Slot slot) const { return next_ - anchors_[slot].frame <= max_distance; }
  bool can_jump() const { return anchors_[keeper_].acknowledged && in_reach(keeper_); }
  bool is_broken(LocalTime now) const;
  bool is_time_for_anchor(LocalTime now) const;
  void refer_to(std::int64_t frame, FrameDependency& dependency) const;
  ReferenceChoice key_frame(LocalTime now) const;
  ReferenceChoice jump(LocalTime now) const;
  ReferenceChoice normal(LocalTime now) const;
  void begin_chain(LocalTime now);
  void place(Slot slot, LocalTime now);

  ReferencePlanConfig config_;
  Duration round_trip_;
  std::int64_t first_;  // frames are counted without wraps here
  std::int64_t next_;
  std::int64_t chain_start_;  // each later frame refers to the one before it
  LocalTime chain_began_{};
  LocalTime last_key_frame_{};
  bool started_ = false;  // a key frame has set all buffers
  std::array<Anchor, 2> anchors_{};
  Slot keeper_ = golden;              // the anchor that is kept while the other one waits for its acknowledgement
  std::optional<LocalTime> pending_;  // since when that is
  int forgotten_ = 0;                 // frames given up without an acknowledgement since the last one
  std::int64_t newest_acknowledged_;
  std::optional<std::int64_t> broken_;  // the newest broken frame that is not mended yet
};

}  // namespace evenkeel
