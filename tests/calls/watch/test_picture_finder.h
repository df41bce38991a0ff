#pragma once

#include <optional>
#include <vector>

#include "core/base/time.h"
#include "tests/calls/watch/framebuffer.h"

namespace evenkeel::test {

/// Finds where on a screen a test picture of 16:9 is shown, by its white square, which flashes at the same time of each
/// second, and to the pixel by its time stamp.
class TestPictureFinder {
 public:
  explicit TestPictureFinder(const Framebuffer& screen);

  /// To be called each 20 ms or so, for at least three seconds.
  void look(LocalTime now);
  /// Where the picture is, so far; looks for the time stamp that is shown now. Nullopt where that is not found.
  std::optional<Rectangle> find() const;

 private:
  static constexpr int phases = 50;
  static constexpr int step = 2;  // pixels
  struct Range {
    std::uint8_t least = 255, most = 0;
  };
  Range& at(int phase, int x, int y) {
    return seen_[(static_cast<std::size_t>(phase) * rows_ + static_cast<std::size_t>(y)) * columns_ +
                 static_cast<std::size_t>(x)];
  }
  const Range& at(int phase, int x, int y) const { return const_cast<TestPictureFinder*>(this)->at(phase, x, y); }
  bool flashes(int phase, int x, int y) const;
  std::optional<Rectangle> flash() const;

  const Framebuffer& screen_;
  std::size_t columns_, rows_;
  std::vector<Range> seen_;
};

}  // namespace evenkeel::test
