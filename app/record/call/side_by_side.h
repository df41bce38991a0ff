#pragma once

#include "core/frames/picture.h"

namespace evenkeel {

/// Puts the two pictures of a call side by side, the other side's on the left. Each is as large as its half allows,
/// with bars of black where it has another shape. The size is that of the first pair: the halves of a recording stay.
class SideBySide {
 public:
  static constexpr int half_width = 640;

  /// Null: that half is black. `out` has its capture time unset.
  void compose(const Picture* received, const Picture* own, Picture& out);

 private:
  void put(const Picture& picture, int left, Picture& out);

  int height_ = 0;  // 0: not known yet
  Picture scaled_;
};

}  // namespace evenkeel
