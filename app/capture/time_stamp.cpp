#include "app/capture/time_stamp.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <limits>

namespace evenkeel {
namespace {

constexpr int cell_columns = 40;
constexpr int cell_rows = 2;
constexpr int rows_in_height = 45;
constexpr std::size_t time_bits = 64;
constexpr std::size_t crc_bits = 16;
constexpr std::uint8_t black = 16;
constexpr std::uint8_t white = 235;
constexpr int threshold = (black + white) / 2;
static_assert(cell_columns * cell_rows == time_bits + crc_bits);

using Cells = std::bitset<time_bits + crc_bits>;  // the most significant bit of the time first, at the top left

/// CRC-16/CCITT-FALSE, most significant byte first. Its start value keeps a blank strip from being valid.
std::uint16_t crc_of(std::uint64_t value) {
  unsigned crc = 0xffff;
  for (int bit = 63; bit >= 0; --bit) {
    const bool feedback = ((crc >> 15) & 1U) != ((value >> bit) & 1U);
    crc = (crc << 1) & 0xffffU;
    if (feedback) crc ^= 0x1021U;
  }
  return static_cast<std::uint16_t>(crc);
}

/// Pixels of one cell, half open. In a small picture a cell can be a single pixel.
struct Box {
  int left, top, right, bottom;
};

Box box_of(const Picture& picture, int column, int row) {
  return {column * picture.width / cell_columns, row * picture.height / rows_in_height,
          (column + 1) * picture.width / cell_columns, (row + 1) * picture.height / rows_in_height};
}

/// The middle half: the rim of a cell is smeared by scaling and by loop filters.
Box middle_of(const Box& box) {
  const int dx = (box.right - box.left) / 4;
  const int dy = (box.bottom - box.top) / 4;
  return {box.left + dx, box.top + dy, box.right - dx, box.bottom - dy};
}

void fill(Picture& picture, const Box& box, std::uint8_t luma) {
  for (int y = box.top; y < box.bottom; ++y) {
    std::uint8_t* const row = picture.y().data() + std::ptrdiff_t{y} * picture.width;
    std::fill(row + box.left, row + box.right, luma);
  }
}

bool is_white(const Picture& picture, const Box& box) {
  int sum = 0;
  for (int y = box.top; y < box.bottom; ++y) {
    const std::uint8_t* const row = picture.y().data() + std::ptrdiff_t{y} * picture.width;
    for (int x = box.left; x < box.right; ++x) sum += row[x];
  }
  return sum > threshold * (box.right - box.left) * (box.bottom - box.top);
}

void clear_chroma(Picture& picture) {
  const int rows = (cell_rows * picture.height / rows_in_height + 1) / 2;
  const auto size = static_cast<std::ptrdiff_t>(rows) * picture.chroma_width();
  std::fill_n(picture.u().data(), size, std::uint8_t{128});
  std::fill_n(picture.v().data(), size, std::uint8_t{128});
}

Cells read_cells(const Picture& picture) {
  Cells cells;
  for (int row = 0; row < cell_rows; ++row) {
    for (int column = 0; column < cell_columns; ++column) {
      cells <<= 1;
      cells[0] = is_white(picture, middle_of(box_of(picture, column, row)));
    }
  }
  return cells;
}

bool big_enough(const Picture& picture) { return picture.width >= cell_columns && picture.height >= rows_in_height; }

}  // namespace

void stamp_time(Picture& picture, LocalTime time) {
  if (!big_enough(picture)) return;
  const auto us = std::chrono::duration_cast<std::chrono::microseconds>(time.time_since_epoch()).count();
  const auto value = static_cast<std::uint64_t>(std::max<std::int64_t>(us, 0));
  const Cells cells = Cells(value) << crc_bits | Cells(crc_of(value));
  for (int row = 0; row < cell_rows; ++row) {
    for (int column = 0; column < cell_columns; ++column) {
      const auto bit = static_cast<std::size_t>(cell_rows * cell_columns - 1 - (row * cell_columns + column));
      fill(picture, box_of(picture, column, row), cells[bit] ? white : black);
    }
  }
  clear_chroma(picture);
}

std::optional<LocalTime> read_time(const Picture& picture) {
  if (!big_enough(picture)) return std::nullopt;
  const Cells cells = read_cells(picture);
  const std::uint64_t value = (cells >> crc_bits).to_ullong();
  const std::uint64_t crc = (cells & Cells(0xffff)).to_ullong();
  constexpr auto latest = static_cast<std::uint64_t>(std::numeric_limits<Duration::rep>::max() / 1000);
  if (crc != crc_of(value) || value > latest) return std::nullopt;
  return LocalTime(std::chrono::microseconds(static_cast<std::int64_t>(value)));
}

}  // namespace evenkeel
