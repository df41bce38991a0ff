#include "core/control/darc/competition_detector.h"

#include <algorithm>

namespace evenkeel::darc {
namespace {

constexpr double longest_step = 0.25;   // s: of the integrals, over a gap between reports
constexpr double worth_judging = 0.12;  // s yielded since the peak
constexpr double least_effect = 0.45;   // of what was yielded: less is no effect of ours
constexpr double expected_share = 1.5;  // of the peak, that must have been yielded in vain
constexpr double expected_more = 0.2;   // s, and so much more
constexpr double most_leak = 1.6;       // s
constexpr double leak_recovery = 1;
constexpr Duration deep_queue = 250ms;

}  // namespace

bool CompetitionDetector::on_report(const Report& report) {
  const double dt = updated_ ? std::min(to_seconds(report.now - *updated_), longest_step) : 0;
  updated_ = report.now;
  queue_ = report.queue;
  halved_ = peak_ > deep_queue && report.queue < peak_ / 2;  // what was yielded has worked
  if (!short_at_ || report.queue < report.threshold || report.outage || halved_) {
    short_at_ = report.now;
    yielded_ = since_peak_ = 0;
    peak_ = Duration::zero();
  }
  integrate(report, dt);
  if (we_drain_it()) return false;
  return has_not_yielded_to_us(report) || outlasts_our_packets(report) || is_squeezed_out(report);
}

void CompetitionDetector::integrate(const Report& report, double dt) {
  yielded_ += dt * report.yielding;
  since_peak_ += dt * report.yielding;
  if (report.queue >= peak_) {
    peak_ = report.queue;
    since_peak_ = 0;
  }
  const double direction = report.queue > report.squeezing ? 1 : -leak_recovery;
  if (report.squeezed) leak_ = *report.squeezed ? std::max(leak_ + direction * dt, 0.0) : 0;
}

bool CompetitionDetector::we_drain_it() const {
  return since_peak_ > worth_judging && to_seconds(peak_ - queue_) > least_effect * since_peak_;
}

bool CompetitionDetector::has_not_yielded_to_us(const Report& report) const {
  return report.now - *short_at_ > std::max<Duration>(800ms, 4 * report.path) &&
         yielded_ > expected_share * to_seconds(peak_) + expected_more;
}

bool CompetitionDetector::outlasts_our_packets(const Report& report) const {
  return report.newest_sent - *short_at_ > std::max<Duration>(900ms, 3 * report.path) &&
         report.now - *short_at_ > 1200ms;
}

bool CompetitionDetector::is_squeezed_out(const Report& report) const {
  return leak_ > most_leak && (report.queue < deep_queue || report.newest_sent - *short_at_ > 500ms);
}

}  // namespace evenkeel::darc
