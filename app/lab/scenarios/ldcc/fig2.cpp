// Fig. 2: the delay price against the one-way delay, by the controller itself: it gets packets with that delay, and its
// terms are read.

#include <algorithm>
#include <array>
#include <cmath>

#include "app/lab/scenarios/builders.h"
#include "app/lab/scenarios/ldcc/parts.h"
#include "core/base/quantity.h"
#include "core/control/ldcc.h"

namespace evenkeel::lab {
namespace {

using namespace ldcc_paper;

constexpr std::array<Duration, 4> propagation_delays{10ms, 25ms, 50ms, 100ms};  // e_b is the same
constexpr Duration longest = 10s;
const double t_r = to_milliseconds(LdccParameters{}.t_r);
const double beta = LdccParameters{}.beta;

std::string curve_name(Duration propagation) { return "p = " + format_duration(propagation); }

/// v(e) of the first update of a flow of 1 Mbit/s.
double price_at(Duration delay, Duration backward) {
  Ldcc ldcc;
  ldcc.start({}, 1, LocalTime(0s));
  PathReport report;
  report.round_trip_time = report.smoothed_round_trip_time = report.min_round_trip_time = delay + backward;
  PacketResult packet;
  packet.size = bytes(1250);
  packet.received = true;
  packet.one_way_delay = delay;
  while (ldcc.terms()[0].value <= 0) {
    packet.arrival = RemoteTime(packet.sent.time_since_epoch() + delay);
    report.now = packet.sent + delay + backward;
    report.packets = {&packet, 1};
    ldcc.on_report(report);
    ++packet.sequence;
    packet.sent += 10ms;
  }
  return ldcc.terms()[1].value;
}

void compute(std::uint64_t, RunWriter& out) {
  for (const Duration p : propagation_delays) {
    Curve curve{curve_name(p), {}, {}};
    const auto add = [&](Duration e) {
      curve.x.push_back(to_milliseconds(e));
      curve.y.push_back(price_at(e, p));
    };
    for (Duration e = p; e <= 500ms; e += 5ms) add(e);
    for (Duration e = 1s; e <= longest; e += 1s) add(e);
    out.curve(curve);
  }
}

double formula(double e, double p) { return beta * std::max(0.0, e - t_r) / (e + p); }  // eq. 17, e_b = p

/// The maximum of a function over the points of all curves.
template <class Function>
double largest(const RunRecord& run, Function of_point) {
  double maximum = std::nan("");
  for (const Duration p : propagation_delays) {
    const Curve* curve = run.curve(curve_name(p));
    if (curve == nullptr) return std::nan("");
    for (std::size_t i = 0; i < curve->x.size(); ++i) {
      maximum = std::fmax(maximum, of_point(curve->x[i], curve->y[i], to_milliseconds(p)));
    }
  }
  return maximum;
}

double price_of(const RunRecord& run, Duration propagation, double delay) {
  const Curve* curve = run.curve(curve_name(propagation));
  if (curve == nullptr) return std::nan("");
  const auto at = std::find_if(curve->x.begin(), curve->x.end(), [&](double x) { return std::abs(x - delay) < 0.001; });
  return at == curve->x.end() ? std::nan("") : curve->y[static_cast<std::size_t>(at - curve->x.begin())];
}

std::vector<Claim> claims_of(const RunRecord& run) {
  const Unit price{"", 4, 1};
  const double idle = largest(run, [](double e, double v, double) { return e <= t_r ? v : 0; });
  const double off = largest(run, [](double e, double v, double p) { return std::abs(v - formula(e, p)); });
  const auto last = [](double e, double v, double) { return e > to_milliseconds(longest) - 1 ? v : 0; };
  return {claim_at_most({"Fig. 2", "no price up to T_r", "exact: the positive part of eq. 17"}, idle, 0, price),
          claim_between({"Fig. 2", "the price saturates to beta = 0.1", "at 10 s, where (e - T_r)/(e + p) is 0.98"},
                        largest(run, last), 0.97 * beta, beta, price),
          claim_greater(
              {"Fig. 2", "at 150 ms it is steeper for p = 10 ms than for 100 ms", "the round trip divides it"},
              price_of(run, propagation_delays.front(), 150), price_of(run, propagation_delays.back(), 150), price),
          claim_at_most({"Fig. 2", "largest distance from eq. 17", "rounding to nanoseconds"}, off, 1e-6, {"", 9, 1})};
}

Figure figure_of(const RunRecord& run) {
  FigurePanel panel;
  panel.x = {"one-way delay e [ms]", false, 0, 500};
  panel.y = {"delay price v", false, 0, beta};
  for (const Duration p : propagation_delays) {
    const Curve* curve = run.curve(curve_name(p));
    if (curve == nullptr) continue;
    FigureSeries series;
    series.label = curve->name;
    series.x = curve->x;
    series.y = curve->y;
    panel.series.push_back(std::move(series));
  }
  return {"l-fig2", "The delay price (LDCC, Fig. 2)", {panel}, 1};
}

Findings judge(const RunRecords& records) {
  const RunRecord& run = records.get("price");
  return {claims_of(run), {figure_of(run)}, {}};
}

}  // namespace

Scenario ldcc_fig2() {
  return {"L-Fig2",
          "LDCC, Fig. 2 (section III-A)",
          "the delay price: zero below T_r, saturates to beta, its slope depends on the propagation delay",
          {computed_run("price", compute)},
          judge};
}

}  // namespace evenkeel::lab
