#include <cmath>

#include "core/base/quantity.h"
#include "core/theory/algorithm_predictions.h"
#include "core/theory/rmc_theory.h"

namespace evenkeel {
namespace {

constexpr double step = 10;  // the rate falls to a tenth

std::string milliseconds(Duration d) { return format_number(to_milliseconds(d), 3) + " ms"; }

Prediction pole(const RmcParameters& p) {
  Prediction out{"pole", format_number(rmc_pole(p), 3), "Proposition 1", {}, !rmc_is_stable(p)};
  if (out.alarming) {
    out.meaning = "unstable: outside the unit circle; k_r must lie between 0 and 2";
  } else if (rmc_pole(p) < 0) {
    out.meaning = "1 - k_r, stable: but below 0 the rate overshoots from sample to sample";
  } else {
    out.meaning = "1 - k_r, stable: what is left of an error after each sample";
  }
  return out;
}

Prediction settling(const RmcParameters& p, Duration interval) {
  Prediction out{"settling time", "none", "from eq. 10", "unstable: it never settles", true};
  const auto samples = rmc_settling_samples(p, step);
  if (!samples) return out;
  out.value = milliseconds(*samples * interval);
  out.meaning = std::to_string(*samples) + (*samples == 1 ? " sample" : " samples") +
                " until the rate is within 5 % after it was set to a tenth";
  out.alarming = false;
  return out;
}

// Which of the three bounds of T_s holds.
Prediction sampling(const RmcParameters& p, const PathConditions& path, Duration t_s) {
  Prediction out{"sampling time", milliseconds(t_s), "section IV", "RTT_min/N: how often the loop decides", false};
  if (!path.min_round_trip_time) {
    out.meaning = "T_s,min; awaits the round trip";
  } else if (t_s <= p.t_s_min) {
    out.meaning = "T_s,min, since RTT_min/N or b P/r_c is shorter: how often the loop decides";
  } else if (t_s < *path.min_round_trip_time / p.n) {
    out.meaning = "b P/r_c, since RTT_min/N is longer: how often the loop decides";
  }
  return out;
}

Prediction backlog(const RmcParameters& p, const PathConditions& path, Duration interval) {
  Prediction out{"steady backlog", "-", "from eq. 10", "awaits the rate of the flow: nothing was sent yet", false};
  if (!path.rate) return out;
  const auto size = bytes(std::llround(rmc_backlog(p, *path.rate, interval)));
  out.value = format_number(static_cast<double>(size.bytes()) / 1e3, 3) + " kB";
  out.meaning = "r_c T_s/k_r, at least P/k_r: always due and not yet sent, " +
                milliseconds(from_seconds(to_seconds(interval) / p.k_r)) + " of the rate";
  return out;
}

}  // namespace

std::vector<Prediction> predictions_of(const Rmc& rmc, const PathConditions& path) {
  const RmcParameters& p = rmc.parameters();
  const DataRate rate = path.rate.value_or(DataRate());
  const Duration t_s = rmc_sampling_time(p, path.min_round_trip_time, rate, path.packet);
  const Duration interval = rmc_sending_interval(t_s, rate, path.packet);
  return {pole(p), settling(p, interval), sampling(p, path, t_s), backlog(p, path, interval)};
}

}  // namespace evenkeel
