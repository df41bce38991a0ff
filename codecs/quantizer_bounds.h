#pragma once

#include "core/base/data_rate.h"

namespace evenkeel {

/// Between which quantizers a frame is about as large as it should be, by those before. libvpx's own control keeps to
/// its mean of late until its model of a buffer is low, and then saves what it owes: after a fall of the target one or
/// several frames come out at the old size, seven times the new one, and a rise it follows five frames late.
class QuantizerBounds {
 public:
  struct Range {
    int finest = 0;
    int coarsest = 63;
    bool operator==(const Range&) const = default;
  };

  /// A frame that came out; key frames tell nothing of the others.
  void on_frame(DataSize size, int quantizer, bool key_frame);

  /// For a frame that should have so many bytes; within `all`, and all of it where nothing is known.
  Range of(DataSize wanted, Range all) const;

  void forget() { *this = QuantizerBounds(); }

 private:
  double complexity_ = 0;  // bytes times the quantizer's step, a mean; 0: not known
  double latest_ = 0;      // of the last frame
};

}  // namespace evenkeel
