#pragma once

#include <optional>

#include "core/base/time.h"

namespace evenkeel::gcc {

enum class Usage { normal, overuse, underuse };

/// Of the threshold and of the detector. Thresholds are in ms: of the scaled gradient T.
struct DetectorParameters {
  double threshold = 12.5;       ///< at the start
  double k_up = 0.0087;          ///< per ms, while |T| is above the threshold
  double k_down = 0.039;         ///< per ms, while it is below
  double lowest = 6;             ///< threshold
  double highest = 600;          ///< threshold
  double spike = 15;             ///< |T| further above the threshold than this does not move it
  Duration overuse_time = 10ms;  ///< for which T has to stay above
};

/// The threshold follows |T|, so that a flow is not starved by one that fills the queue by loss:
///     gamma += dt k (|T| - gamma),  dt at most 100 ms
class AdaptiveThreshold {
 public:
  explicit AdaptiveThreshold(double start) : value_(start) {}

  void update(double t, RemoteTime at, const DetectorParameters& p);
  double value() const { return value_; }

 private:
  double value_;
  std::optional<RemoteTime> updated_;
};

/// Compares the scaled gradient T of the queueing delay with the threshold gamma. Over-use: T above it for more than
/// the over-use time and at two groups at least, and not falling. Under-use: T below -gamma.
class OveruseDetector {
 public:
  explicit OveruseDetector(const DetectorParameters& p) : threshold_(p.threshold) {}

  /// T after one more group; it left `sending` after the one before and arrived at `at`.
  void update(double t, Duration sending, RemoteTime at, const DetectorParameters& p);

  Usage usage() const { return usage_; }
  double threshold() const { return threshold_.value(); }

 private:
  void count_above(double t, Duration sending, const DetectorParameters& p);

  AdaptiveThreshold threshold_;
  Usage usage_ = Usage::normal;
  Duration above_{};  // for how long T is
  int groups_above_ = 0;
  double previous_ = 0;
};

}  // namespace evenkeel::gcc
