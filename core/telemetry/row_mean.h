#pragma once

#include <optional>

namespace evenkeel {

/// The mean of what was measured since the last row of telemetry.
class RowMean {
 public:
  void add(double value) {
    sum_ += value;
    ++count_;
  }
  /// Begins the next row. Returns nullopt where nothing was measured.
  std::optional<double> take() {
    const RowMean row = *this;
    *this = RowMean();
    return row.count_ > 0 ? std::optional(row.sum_ / row.count_) : std::nullopt;
  }

 private:
  double sum_ = 0;
  int count_ = 0;
};

}  // namespace evenkeel
