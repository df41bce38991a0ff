#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "codecs/quantizers.h"
#include "core/base/data_rate.h"

namespace evenkeel {

/// Quantizers are libvpx's, 0 (finest) to 63.
struct ResolutionLadderConfig {
  double frames_per_second = 30;  ///< on all rungs but the lowest ones
  int ceiling = 52;               ///< a quantizer from here on counts as stuck at its bound of 56
  double stuck_share = 0.75;      ///< of the frames of down_window: one rung down
  Duration down_window = 700ms;
  Duration settling = 300ms;                       ///< after a switch the key frame's quantizer says nothing
  DataRate floor_720p = kilobits_per_second(430);  ///< of camera pictures at the bound of the quantizer, 30 Hz
  double floor_exponent = 0.71;                    ///< of the number of pixels: 160 kbit/s at 640x360
  double frame_rate_exponent = 0.6;                ///< of the frame rate: fewer frames differ more from each other
  Duration below_floor_timeout = 300ms;            ///< how long a target may lie below the floor
  double hopeless = 0.6;                           ///< a target below this part of the floor is not waited for
  Duration frame_rate_timeout = 1s;                ///< the same before the frame rate is lowered, not the size
  double recovered = 0.8;           ///< share of the target before a fall at which the rung from before is taken again
  Duration recovered_wait = 300ms;  ///< how long the target must be back there
  Duration longest_fall = 20s;      ///< after it the content may have changed
  double margin = 1.3;              ///< of the target above the floor of a higher rung
  int comfortable = 46;             ///< the highest predicted quantizer for a step up
  Duration up_window = 2s;          ///< the frames on which the prediction is based
  Duration up_wait = 3s;            ///< how long a higher rung must look possible
  Duration longest_up_wait = 192s;  ///< the maximum after repeated failures
  Duration probation = 20s;         ///< a step down within it (and within three waits) counts the step up as failed
  int min_pixels = 160 * 90;        ///< no rung below
};

/// A size and the frame rate allowed at it.
struct Rung {
  int width = 0;
  int height = 0;
  double frames_per_second = 0;
  bool operator==(const Rung&) const = default;
};

/// Decides how large and how often to encode, from the target and the quantizers that come out: the size shrinks in
/// steps while the target does not carry it, the frame rate at the smallest size only; it grows back once the quantizer
/// leaves room for it. A step up that fails doubles the wait before the next, so that it does not hunt.
class ResolutionLadder {
 public:
  explicit ResolutionLadder(const ResolutionLadderConfig& config = {}) : config_(config) {}

  /// Sets the size of the pictures, and starts at the highest rung that the target carries.
  void set_source(int width, int height, DataRate target);

  /// Before each picture. Goes down if the target has become too small for the rung, and back up if it recovers soon.
  void on_picture(LocalTime now, DataRate target);

  /// After each encoded frame. Goes down if the quantizer is stuck at its bound, up if there is room.
  void on_frame(LocalTime now, DataRate target, int quantizer);

  const Rung& rung() const { return rungs_[current_]; }
  Duration up_wait() const { return up_wait_; }

 private:
  DataRate floor(std::size_t rung) const;
  std::size_t carried_by(DataRate target) const;
  bool is_stuck(LocalTime now) const;
  std::size_t highest_possible(LocalTime now, DataRate target) const;
  void consider_up(LocalTime now, DataRate target);
  void step_down(std::size_t rung, LocalTime now, DataRate target);
  void move_to(std::size_t rung, LocalTime now);
  std::size_t lowest_at_once() const;
  void remember_fall(LocalTime now);
  bool is_recovered(LocalTime now, DataRate target);

  ResolutionLadderConfig config_;
  std::vector<Rung> rungs_ = std::vector<Rung>(1);  ///< from the highest to the lowest
  std::size_t current_ = 0;
  QuantizerHistory history_;
  LocalTime ignore_until_ = LocalTime::min();  ///< frames before it do not enter the history
  /// A fall of the target that lowered the rung: the state before it.
  struct Fall {
    std::size_t rung;
    DataRate target;
    LocalTime at;
  };
  std::optional<Fall> fall_;
  std::optional<LocalTime> recovered_since_;
  std::optional<LocalTime> below_floor_since_;
  std::optional<LocalTime> room_since_;
  std::optional<LocalTime> last_up_;
  DataRate target_at_up_;
  std::optional<DataRate> target_at_failure_;
  Duration up_wait_ = config_.up_wait;
};

}  // namespace evenkeel
