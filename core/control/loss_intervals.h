#pragma once

#include <array>
#include <cstddef>

namespace evenkeel {

/// How loss intervals are averaged (RFC 5348, sections 5.4 and 5.5).
struct LossAveraging {
  int intervals = 8;               ///< n, 2 to LossIntervals::most
  bool discounting = false;        ///< history discounting, optional in the RFC
  double discount_minimum = 0.25;  ///< THRESHOLD
};

/// The latest loss event intervals of a flow, in packets: the current one, I_0, and those before it. No allocation.
class LossIntervals {
 public:
  static constexpr int most = 64;

  /// w_i, 0 <= i < n: min(1, 2(n-i)/(n+2)), so 1 for the newer half, then falling. For even n that is the RFC's; for
  /// odd n the RFC also has 1 in the very middle.
  static double weight(int i, int n);

  /// A loss event: the interval that ends with it had so many packets, for the first event the synthetic one; I_0 is 1.
  void on_loss_event(double packets, const LossAveraging& averaging);
  /// A loss event was none, since its packets came late: the intervals on both sides of it are one. `place`: 0 for the
  /// last event, 1 for the one before it.
  void take_back(std::size_t place);
  /// I_0 so far. Before the first loss event it has no meaning.
  void set_current(double packets) { current_ = packets; }

  /// No loss event yet.
  bool empty() const { return count_ == 0; }
  double current() const { return current_; }
  /// I_mean: the larger of the averages with I_0 and without; p is 1 over it. There must have been a loss event.
  double mean(const LossAveraging& averaging) const;
  /// The average of I_1 to I_n alone, theta^ of Rhee and Xu.
  double closed_mean(const LossAveraging& averaging) const;
  /// DF: what the older intervals' weights are multiplied by, because the current one is so long; 1 as a rule.
  double general_discount(const LossAveraging& averaging) const;

 private:
  struct Interval {
    double packets = 0;
    double discount = 1;  // DF_i
    double applied = 1;   // DF at the event that ended it, by which those before it were discounted
  };
  /// An average in the making.
  struct Average {
    double total = 0;
    double weights = 0;
    void add(double packets, double weight);
    double value() const { return total / weights; }
  };
  int used(const LossAveraging& averaging) const;
  const Interval& closed(int i) const { return closed_[static_cast<std::size_t>(i - 1)]; }  // I_i, i >= 1
  double discount_of(int i, const LossAveraging& averaging) const;

  double current_ = 0;
  std::array<Interval, most> closed_{};
  int count_ = 0;
};

}  // namespace evenkeel
