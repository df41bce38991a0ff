#pragma once

#include <array>
#include <cstddef>

#include "core/control/rivals/gcc/packet_groups.h"

namespace evenkeel::gcc {

struct ArrivalFilterParameters {
  double q = 1e-3;    ///< variance by which the gradient wanders from group to group, ms^2
  double chi = 0.01;  ///< how fast the variance of the noise is learnt, at 30 groups per second
  double e0 = 0.1;    ///< variance of the first estimate, ms^2
};

/// The arrival-time filter of draft-ietf-rmcat-gcc-02: a Kalman filter of one state m, by how many ms the queueing
/// delay grows from one group to the next.
///     z = d - m;  K = (e + q) / (var + e + q);  m += K z;  e = (1 - K)(e + q)
///     var = max(alpha var + (1 - alpha) z^2, 1 ms^2),  alpha = (1 - chi)^(30 / (1000 f_max))
/// with f_max the highest rate of the last groups, per ms: at 30 groups per second the exponent is one.
class ArrivalFilter {
 public:
  void add(const GroupDelta& delta, const ArrivalFilterParameters& p);

  /// m, ms per group.
  double gradient() const { return m_; }
  /// What is held against the threshold: min(n, 60) m, n the groups so far.
  double modified() const { return groups_ * m_; }
  double noise_variance() const { return variance_; }

  void reset() { *this = ArrivalFilter(); }

 private:
  double alpha(const ArrivalFilterParameters& p) const;

  static constexpr std::size_t remembered = 10;
  double m_ = 0;
  double e_ = -1;  // unknown before the first group
  double variance_ = 1;
  int groups_ = 0;
  std::array<Duration, remembered> intervals_{};
  std::size_t next_interval_ = 0;
};

}  // namespace evenkeel::gcc
