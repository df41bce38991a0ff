#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace evenkeel {

/// The values of one field in all rows of a flow, contiguous; NaN if absent. It keeps the positions of the lowest and
/// the highest value of every block of rows, so that the extremes of a long range are found without visiting each row.
class ValueColumn {
 public:
  static constexpr std::size_t block_rows = 32;
  static constexpr double absent = std::numeric_limits<double>::quiet_NaN();

  /// Rows, the first of several with the same value.
  struct Extremes {
    std::size_t low = 0;
    std::size_t high = 0;
  };

  /// The initial capacity in rows; it doubles whenever it is exceeded.
  explicit ValueColumn(std::size_t first_capacity) : first_capacity_(first_capacity) {}

  /// Whether no row ever had a value; then nothing is stored.
  bool unused() const { return values_.empty(); }
  double operator[](std::size_t row) const { return unused() ? absent : values_[row]; }

  /// Inserts a row without a value at index `row`; later rows move up.
  void insert(std::size_t row);
  /// `value` is finite; `rows` is how many there are.
  void set(std::size_t row, double value, std::size_t rows);
  /// Drops the first rows.
  void drop(std::size_t count);

  /// The extremes of rows [first, last); nullopt if all are absent.
  std::optional<Extremes> extremes(std::size_t first, std::size_t last) const;
  /// The last row before `end` that has a value.
  std::optional<std::size_t> last_known(std::size_t end) const;

 private:
  struct Block {
    static constexpr std::uint8_t none = 255;
    std::uint8_t low = none;  ///< counted from the block's first row
    std::uint8_t high = none;
  };
  static_assert(block_rows < Block::none);

  struct Search;
  void index_blocks_from(std::size_t block);
  void index_block(std::size_t block);
  void look_at_rows(Search& search, std::size_t first, std::size_t last) const;

  std::size_t first_capacity_;
  std::vector<double> values_;
  std::vector<Block> blocks_;
};

}  // namespace evenkeel
