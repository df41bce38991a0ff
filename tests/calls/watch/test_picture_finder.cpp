#include "tests/calls/watch/test_picture_finder.h"

#include <algorithm>

#include "app/capture/time_stamp.h"

namespace evenkeel::test {
namespace {

constexpr std::uint8_t white = 205;  // of the square; nothing behind it is so bright all the time

/// The span of a histogram around its highest values: what is elsewhere on the screen is fewer.
std::pair<int, int> span_of(const std::vector<int>& counts) {
  const int half = (1 + *std::ranges::max_element(counts)) / 2;
  const auto high = [half](int count) { return count >= half; };
  const auto first = std::ranges::find_if(counts, high);
  const auto last = std::find_if(counts.rbegin(), counts.rend(), high);
  return {static_cast<int>(first - counts.begin()), static_cast<int>(counts.rend() - last)};
}

/// By the square of a picture of that height, whose middle is there: TestPicture.
Rectangle picture_around(int x, int y, int height) {
  const int width = height * 16 / 9;
  return {x - width * 2 / 5 - height / 8, y - height / 2, width, height};
}

}  // namespace

TestPictureFinder::TestPictureFinder(const Framebuffer& screen)
    : screen_(screen),
      columns_(static_cast<std::size_t>(screen.width() / step)),
      rows_(static_cast<std::size_t>(screen.height() / step)),
      seen_(phases * rows_ * columns_) {}

void TestPictureFinder::look(LocalTime now) {
  const auto phase = static_cast<int>(now.time_since_epoch() % 1s / (1s / phases));
  for (int y = 0; y < static_cast<int>(rows_); ++y) {
    for (int x = 0; x < static_cast<int>(columns_); ++x) {
      Range& range = at(phase, x, y);
      const std::uint8_t luma = screen_.luma(x * step, y * step);
      range.least = std::min(range.least, luma);
      range.most = std::max(range.most, luma);
    }
  }
}

/// Always white at this time of a second and never half a second later.
bool TestPictureFinder::flashes(int phase, int x, int y) const {
  const Range& now = at(phase, x, y);
  const Range& later = at((phase + phases / 2) % phases, x, y);
  return now.most > 0 && now.least >= white && later.most > 0 && later.most < white;
}

std::optional<Rectangle> TestPictureFinder::flash() const {
  Rectangle found;
  int most = 100 / (step * step);  // pixels
  for (int phase = 0; phase < phases; ++phase) {
    std::vector<int> columns(columns_), rows(rows_);
    int count = 0;
    for (int y = 0; y < static_cast<int>(rows_); ++y) {
      for (int x = 0; x < static_cast<int>(columns_); ++x) {
        if (!flashes(phase, x, y)) continue;
        ++columns[static_cast<std::size_t>(x)];
        ++rows[static_cast<std::size_t>(y)];
        ++count;
      }
    }
    if (count <= most) continue;
    most = count;
    const auto [left, right] = span_of(columns);
    const auto [top, bottom] = span_of(rows);
    found = {left * step, top * step, (right - left) * step, (bottom - top) * step};
  }
  return found.width > 0 ? std::optional(found) : std::nullopt;
}

std::optional<Rectangle> TestPictureFinder::find() const {
  const auto square = flash();
  if (!square) return std::nullopt;
  const int x = square->left + square->width / 2, y = square->top + square->height / 2;
  // All that fit the stamp, of which the middle one is read best.
  std::vector<int> heights;
  Picture picture;
  const int about = 4 * square->height;
  for (int height = std::max(45, about - 8 * step); height <= about + 8 * step; ++height) {
    const Rectangle shown = picture_around(x, y, height);
    if (shown.left < 0 || shown.top < 0 || shown.left + shown.width > screen_.width()) continue;
    picture.resize(shown.width, shown.height);
    screen_.copy(shown, 0, shown.height / 20, picture);
    if (read_time(picture)) heights.push_back(height);
  }
  if (heights.empty()) return std::nullopt;
  return picture_around(x, y, heights[heights.size() / 2]);
}

}  // namespace evenkeel::test
