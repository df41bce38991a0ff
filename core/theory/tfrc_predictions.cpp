#include "core/theory/algorithm_predictions.h"
#include "core/theory/prediction_text.h"
#include "core/theory/throughput_theory.h"

namespace evenkeel {
namespace {

constexpr const char* equation = "RFC 5348, 3.1";

/// The equation's terms on such a path; nothing while its round trip is not known.
std::optional<ThroughputTerms> terms_on(const PathConditions& path, TimeoutRule rule) {
  const auto rtt = path.round_trip_time ? path.round_trip_time : path.min_round_trip_time;
  if (!rtt || *rtt <= Duration::zero() || path.packet <= DataSize()) return std::nullopt;
  const Duration timeout = retransmission_timeout(rule, *rtt, Duration::zero());
  return ThroughputTerms{static_cast<double>(path.packet.bytes()), *rtt, timeout, 1};
}

Prediction needed_loss(const PathConditions& path, const std::optional<ThroughputTerms>& terms, double scale) {
  Prediction out{"loss event rate", {}, equation, {}, false};
  if (!terms) return awaiting(out.name, out.source, the_path);
  if (!path.rate || *path.rate < bits_per_second(1)) return awaiting(out.name, out.source, the_rate);
  const double p = loss_event_rate_of(*terms, *path.rate / scale);
  const Duration apart = path.packet * static_cast<std::int64_t>(1 / p) / *path.rate;
  out.value = spaced(format_ratio(p, 3));
  out.meaning = "at which the law sends " + text_of(*path.rate) + ": a loss event every " + text_of(apart);
  return out;
}

Prediction present_rate(const std::optional<ThroughputTerms>& terms, double p, double scale) {
  Prediction out{"rate of the equation", "none", equation, "no loss yet: slow start, as fast as packets arrive", false};
  if (!terms) return awaiting(out.name, out.source, the_path);
  if (p <= 0) return out;
  out.value = text_of(scale * tcp_throughput(*terms, p));
  out.meaning = "at the present loss event rate of " + spaced(format_ratio(p, 3)) + " on this path";
  return out;
}

Prediction inflection(const std::optional<ThroughputTerms>& terms) {
  Prediction out{"inflection", {}, "Rhee and Xu, eq. 9", {}, false};
  if (!terms) return awaiting(out.name, out.source, the_path);
  out.value = format_number(inflection_interval(*terms), 3) + " packets";
  out.meaning = "f(E[1/theta]) is a lower bound of the mean rate for longer loss intervals, an upper one for shorter";
  return out;
}

}  // namespace

std::vector<Prediction> predictions_of(const Tfrc& tfrc, const PathConditions& path) {
  const auto terms = terms_on(path, tfrc.timeout_rule());
  const double scale = tfrc.parameters().scale;
  return {needed_loss(path, terms, scale), present_rate(terms, tfrc.loss_event_rate(), scale), inflection(terms)};
}

}  // namespace evenkeel
