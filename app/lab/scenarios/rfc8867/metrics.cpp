#include "app/lab/scenarios/rfc8867/judge.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/lab/claims/statistics.h"
#include "app/lab/scenarios/rfc8867/parts.h"

namespace evenkeel::lab {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

Duration length(const Rfc8867Phase& phase) { return phase.to - phase.from; }
Duration middle(const Rfc8867Phase& phase) { return phase.from + length(phase) / 2; }

// Audio has no rows of its own; we assume that it arrives, as nearly all of it does.
double received(const RunRecord& run, const Rfc8867Phase& phase, Duration from) {
  double sum = 0;
  for (const std::string& flow : phase.flows) {
    sum += run.mean(flow, &Sample::receive_bitrate_bps, from, phase.to) + rfc8867_audio_rate.bps();
  }
  return sum;
}

// The most that the flows of the phase could have used.
double usable(const Rfc8867Phase& phase) {
  const double maximum = static_cast<double>(phase.flows.size()) * (rfc8867_max_media + rfc8867_audio_rate).bps();
  return std::min(phase.capacity.bps(), maximum);
}

double utilisation(const Rfc8867Case& test, const RunRecord& run) {
  double used = 0;
  double there = 0;
  for (const Rfc8867Phase& phase : test.phases) {
    used += received(run, phase, phase.from) * to_seconds(length(phase));
    there += usable(phase) * to_seconds(length(phase));
  }
  return used / there;
}

double min_use(const Rfc8867Case& test, const RunRecord& run) {
  double minimum = std::numeric_limits<double>::infinity();
  for (const Rfc8867Phase& phase : test.phases) {
    const double use = received(run, phase, phase.to - length(phase) / 4) / usable(phase);
    if (std::isnan(use)) return use;
    minimum = std::min(minimum, use);
  }
  return minimum;
}

std::vector<double> queues(const Rfc8867Case& test, const RunRecord& run) {
  std::vector<double> all;
  for (const auto& media : test.media) {
    for (const ActiveTime& active : media.active) {
      const auto values = run.values(media.name, &Sample::link_queue_ms, active.from, active.to);
      all.insert(all.end(), values.begin(), values.end());
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

double at_share(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return unknown;
  return sorted[static_cast<std::size_t>(std::lround(share * static_cast<double>(sorted.size() - 1)))];
}

double loss(const Rfc8867Case& test, const RunRecord& run) {
  double sent = 0;
  double lost = 0;
  for (const auto& media : test.media) {
    sent += run.growth(media.name, &Sample::packets_sent, 0s, test.duration);
    lost += run.growth(media.name, &Sample::packets_lost, 0s, test.duration);
  }
  return lost / sent;
}

// Time a flow takes from the beginning of a phase to reach its rate at the end.
double convergence(const RunRecord& run, const std::string& flow, const Rfc8867Phase& phase) {
  const auto rate = &Sample::send_bitrate_bps;
  const double end = run.mean(flow, rate, phase.to - length(phase) / 4, phase.to);
  return run.settling_time(flow, rate, end, 0.1, phase.from, phase.to);
}

// Never settled counts as the whole phase.
double longest_convergence(const Rfc8867Case& test, const RunRecord& run) {
  double longest = 0;
  for (const Rfc8867Phase& phase : test.phases) {
    if (run.duration < phase.to) return unknown;
    for (const std::string& flow : phase.flows) {
      const double time = convergence(run, flow, phase);
      longest = std::max(longest, std::isfinite(time) ? time : to_seconds(length(phase)));
    }
  }
  return longest;
}

struct Swing {
  double deviation = 0;  // over the mean
  int crossings = 0;
};

// RFC 8868, metric 9: a crossing goes from above one watermark to below the other, or back.
Swing swing_of(const std::vector<double>& rates) {
  Swing swing;
  const double mean = mean_of(rates);
  int side = 0;
  for (const double rate : rates) {
    const int now = rate > 1.2 * mean ? 1 : rate < 0.8 * mean ? -1 : 0;
    if (now != 0 && side != 0 && now != side) ++swing.crossings;
    if (now != 0) side = now;
  }
  swing.deviation = deviation_of(rates) / mean;
  return swing;
}

void measure_swing(const Rfc8867Case& test, const RunRecord& run, Rfc8867Metrics& metrics) {
  double seconds = 0;
  double weighted = 0;
  double crossings = 0;
  for (const Rfc8867Phase& phase : test.phases) {
    for (const std::string& flow : phase.flows) {
      const auto rates = rates_per_second(run, flow, middle(phase), phase.to);
      if (rates.empty()) continue;
      const Swing swing = swing_of(rates);
      const double time = static_cast<double>(rates.size());
      seconds += time;
      weighted += swing.deviation * time;
      crossings += swing.crossings;
    }
  }
  metrics.oscillation = seconds > 0 ? weighted / seconds : unknown;
  metrics.crossings_per_minute = seconds > 0 ? 60 * crossings / seconds : unknown;
}

}  // namespace

std::vector<double> rates_per_second(const RunRecord& run, const std::string& flow, Duration from, Duration to) {
  std::vector<double> rates;
  for (Duration t = from; t + 1s <= to; t += 1s) {
    const double rate = run.mean(flow, &Sample::send_bitrate_bps, t, t + 1s);
    if (std::isfinite(rate)) rates.push_back(rate);
  }
  return rates;
}

Rfc8867Metrics rfc8867_metrics(const Rfc8867Case& test, const RunRecord& run) {
  Rfc8867Metrics metrics;
  const Rfc8867Phase& last = test.phases.back();
  const auto waits = queues(test, run);
  metrics.utilisation = utilisation(test, run);
  metrics.min_use = min_use(test, run);
  metrics.queue_p50_ms = at_share(waits, 0.5);
  metrics.queue_p95_ms = at_share(waits, 0.95);
  metrics.loss = loss(test, run);
  metrics.jain = run.jain(last.flows, &Sample::receive_bitrate_bps, last.to - length(last) / 4, last.to);
  metrics.start_s = convergence(run, test.phases.front().flows.front(), test.phases.front());
  metrics.adapt_s = longest_convergence(test, run);
  measure_swing(test, run, metrics);
  return metrics;
}

}  // namespace evenkeel::lab
