#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace evenkeel {

/// Counts values in bins whose width grows with the value, so that quantiles of any number of them take some kilobytes.
/// After DDSketch (Masson, Rim, Lee, VLDB 2019), which also shows that merging loses nothing.
///
/// A quantile is a value that occurred, at most relative_error() (1 %) away from the exact one by nearest rank, above
/// or below, whatever its sign; exact if the bin has one distinct value. Values below `zero` in size count as 0. The
/// bins have room for 8 decades, which no column of telemetry needs; if values spread further, bins merge in pairs, and
/// relative_error() doubles. Count, mean, minimum and maximum are exact.
class QuantileSketch {
 public:
  static constexpr double resolution = 0.01;
  static constexpr double zero = 1e-9;
  static constexpr std::size_t max_bins = 2048;

  /// A value that is not finite is ignored.
  void add(double value);
  void merge(const QuantileSketch& other);

  std::size_t count() const { return count_; }
  bool empty() const { return count_ == 0; }
  // All of these only if not empty().
  double mean() const { return sum_ / static_cast<double>(count_); }
  double min() const { return min_; }
  double max() const { return max_; }
  double last() const { return last_; }  ///< that was added last, or is the last of what was merged last
  /// The smallest value that at least `share` (0 to 1) of all do not exceed.
  double quantile(double share) const;

  double relative_error() const;
  /// Memory of the bins.
  std::size_t bytes() const { return bins_.capacity() * sizeof(Bin); }

 private:
  /// The first value that came into it stands for the others.
  struct Bin {
    float value = 0;
    std::uint32_t count = 0;
  };
  int index_of(float value) const;
  static bool rises(const Bin& a, const Bin& b);
  static void join(Bin& into, const Bin& other);
  void put(Bin bin);
  void assign(std::vector<Bin>& rising);
  void coarsen();

  std::vector<Bin> bins_;  ///< rising
  int level_ = 0;          ///< so often bins were merged in pairs
  std::size_t count_ = 0;
  double sum_ = 0;
  double min_ = 0;
  double max_ = 0;
  double last_ = 0;
};

}  // namespace evenkeel
