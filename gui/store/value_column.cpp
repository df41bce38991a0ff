#include "gui/store/value_column.h"

#include <algorithm>
#include <cmath>

namespace evenkeel {

/// The extremes of the rows that were looked at so far.
struct ValueColumn::Search {
  Extremes rows;
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  /// NaN compares as neither below nor above.
  void look_at(std::size_t row, double value) {
    if (value < low) {
      low = value;
      rows.low = row;
    }
    if (value > high) {
      high = value;
      rows.high = row;
    }
  }
  bool found() const { return low <= high; }
};

void ValueColumn::insert(std::size_t row) {
  if (unused()) return;
  const bool at_end = row == values_.size();
  values_.insert(values_.begin() + static_cast<std::ptrdiff_t>(row), absent);
  blocks_.resize((values_.size() + block_rows - 1) / block_rows);
  if (!at_end) index_blocks_from(row / block_rows);
}

void ValueColumn::set(std::size_t row, double value, std::size_t rows) {
  if (unused()) {
    values_.reserve(first_capacity_);
    values_.assign(rows, absent);
    blocks_.assign((rows + block_rows - 1) / block_rows, Block{});
  }
  values_[row] = value;
  index_block(row / block_rows);
}

void ValueColumn::drop(std::size_t count) {
  if (unused()) return;
  values_.erase(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(std::min(count, values_.size())));
  blocks_.assign((values_.size() + block_rows - 1) / block_rows, Block{});
  index_blocks_from(0);
}

void ValueColumn::index_blocks_from(std::size_t block) {
  for (; block < blocks_.size(); ++block) index_block(block);
}

void ValueColumn::index_block(std::size_t block) {
  const std::size_t first = block * block_rows;
  Search search;
  look_at_rows(search, first, std::min(first + block_rows, values_.size()));
  blocks_[block] = Block{};
  if (!search.found()) return;
  blocks_[block].low = static_cast<std::uint8_t>(search.rows.low - first);
  blocks_[block].high = static_cast<std::uint8_t>(search.rows.high - first);
}

void ValueColumn::look_at_rows(Search& search, std::size_t first, std::size_t last) const {
  for (std::size_t row = first; row < last; ++row) search.look_at(row, values_[row]);
}

std::optional<ValueColumn::Extremes> ValueColumn::extremes(std::size_t first, std::size_t last) const {
  if (unused()) return std::nullopt;
  Search search;
  const std::size_t first_block = (first + block_rows - 1) / block_rows;
  const std::size_t last_block = last / block_rows;
  if (first_block >= last_block) {
    look_at_rows(search, first, last);
  } else {
    look_at_rows(search, first, first_block * block_rows);
    for (std::size_t block = first_block; block < last_block; ++block) {
      if (blocks_[block].low == Block::none) continue;
      const std::size_t start = block * block_rows;
      search.look_at(start + blocks_[block].low, values_[start + blocks_[block].low]);
      search.look_at(start + blocks_[block].high, values_[start + blocks_[block].high]);
    }
    look_at_rows(search, last_block * block_rows, last);
  }
  if (!search.found()) return std::nullopt;
  return search.rows;
}

std::optional<std::size_t> ValueColumn::last_known(std::size_t end) const {
  if (unused()) return std::nullopt;
  std::size_t row = end;
  while (row > 0) {
    if (row % block_rows == 0 && blocks_[row / block_rows - 1].low == Block::none) {
      row -= block_rows;
    } else if (!std::isnan(values_[--row])) {
      return row;
    }
  }
  return std::nullopt;
}

}  // namespace evenkeel
