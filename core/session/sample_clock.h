#pragma once

#include <cstdint>
#include <optional>

#include "core/base/time.h"

namespace evenkeel {

/// When samples were captured, by counting them: a regression of the times at which blocks came on the count of their
/// samples, which forgets with a time constant of 10 s. Its result is for sender reports, which a receiver takes for
/// the truth: neither late blocks nor a jump of the card's clock shows in it as more than 2.1 ms per second. Clocks may
/// be off by 1000 ppm.
class SampleClock {
 public:
  /// A block came; `sample`: how many samples came before its first. Counts must increase. A block that is more than
  /// 200 ms off for half a second is of another card, or of one that stopped: the clock begins anew.
  void on_block(std::int64_t sample, LocalTime captured);

  /// Nullopt before the first block.
  std::optional<LocalTime> time_of(std::int64_t sample) const;
  /// The count, with its fraction, that belongs to a time near now.
  std::optional<double> sample_at(LocalTime time) const;
  /// By how much more time a sample takes than 1/48000 s: 1e-6 is 1 ppm.
  double skew() const { return skew_; }
  void reset() { *this = {}; }

 private:
  double residual(std::int64_t sample, LocalTime captured) const;
  bool is_elsewhere(double off);
  void begin(std::int64_t sample, LocalTime captured);
  void move_to(std::int64_t sample);
  void add(double off);

  bool begun_ = false;
  std::int64_t sample_ = 0;  // x = 0: of the last block
  LocalTime time_{};         // at nominal speed from the first block on
  // Sums of the regression of seconds beyond time_ on seconds beyond sample_.
  double weight_ = 0, x_ = 0, y_ = 0, xx_ = 0, xy_ = 0;
  double offset_ = 0;  // seconds
  double skew_ = 0;
  int elsewhere_ = 0;  // blocks in a row
};

}  // namespace evenkeel
