#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "app/lab/claims/judge.h"
#include "app/lab/claims/statistics.h"
#include "app/lab/record/run_record.h"
#include "app/lab/scenarios/builders.h"
#include "app/lab/scenarios/tfrc/list.h"
#include "app/lab/scenarios/tfrc/loss_event_theory.h"

// Theorem 4.1, its lemmas and corollaries as properties of thousands of random flows, by eqs 3 and 4.

namespace evenkeel::lab {
namespace {

constexpr int cases = 20000;

/// Draws that are the same with every standard library.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * (static_cast<double>(random_() >> 11) * 0x1p-53);
  }
  /// Packets per round trip, at least one of them above zero.
  std::vector<double> windows(double minimum, double maximum) {
    std::vector<double> all(static_cast<std::size_t>(between(2, 60)));
    for (double& window : all) window = std::floor(between(minimum, maximum));
    all.front() = std::max(all.front(), 1.0);
    return all;
  }
  /// From rare losses to one packet in two, evenly on a logarithmic scale.
  double loss() { return std::exp(between(std::log(1e-5), std::log(0.5))); }

 private:
  std::mt19937_64 random_;
};

/// Counts of cases and of contradictions, and the smallest margin seen.
struct Count {
  double applied = 0;
  double violations = 0;
  double margin = std::numeric_limits<double>::infinity();
  void add(double greater, double smaller) {
    ++applied;
    if (!(greater > smaller)) ++violations;
    margin = std::min(margin, greater / smaller - 1);
  }
};

/// The theorem: the flow whose greatest window is below the other's mean has the greater loss event rate.
void try_theorem(Draw& draw, Count& count) {
  const double p = draw.loss();
  const std::vector<double> fast = draw.windows(1, 200);
  const std::vector<double> slow = draw.windows(0, draw.between(1, 100));
  if (!(mean_of(fast) > *std::max_element(slow.begin(), slow.end()))) return;
  count.add(loss_event_rate_of_windows(slow, p), loss_event_rate_of_windows(fast, p));
}

/// Lemma 4.1 and corollary 4.2: at a constant rate, the slower the more loss events per packet.
void try_constant_rates(Draw& draw, Count& count) {
  const double p = draw.loss();
  const double slow = std::floor(draw.between(1, 100));
  const double fast = slow + std::floor(draw.between(1, 100));
  count.add(loss_event_rate_of_constant_window(slow, p), loss_event_rate_of_constant_window(fast, p));
}

/// Corollary 4.1: a constant rate below the mean of a varying one.
void try_constant_against_varying(Draw& draw, Count& count) {
  const double p = draw.loss();
  const std::vector<double> varying = draw.windows(1, 200);
  const double constant = mean_of(varying) * draw.between(0.05, 0.999);
  count.add(loss_event_rate_of_constant_window(constant, p), loss_event_rate_of_windows(varying, p));
}

/// Lemma 4.2: G of the mean is not below the mean of G.
void try_lemma_2(Draw& draw, Count& count) {
  const double q = 1 - draw.loss();
  const std::vector<double> windows = draw.windows(0, 200);
  double sum = 0;
  for (const double window : windows) sum += power_sum(window, q);
  const double mean_sum = sum / static_cast<double>(windows.size());
  const double rounding = 1e-9 * mean_sum;  // equal windows have equal sides
  count.add(power_sum(mean_of(windows), q) + rounding, mean_sum);
}

void write(RunWriter& out, const std::string& name, const Count& count) {
  out.result(name + ".cases", "", count.applied);
  out.result(name + ".violations", "", count.violations);
  out.result(name + ".leastMargin", "", count.margin);
}

void write_curves(RunWriter& out) {
  for (const double p : {0.001, 0.01, 0.05, 0.2}) {
    Curve curve{"p = " + cell(p, 3), {}, {}};
    for (int window = 1; window <= 100; ++window) {
      curve.x.push_back(window);
      curve.y.push_back(loss_event_rate_of_constant_window(window, p) / p);
    }
    out.curve(curve);
  }
}

void compute(std::uint64_t seed, RunWriter& out) {
  Draw draw(seed);
  Count theorem, constant, against_varying, lemma_2;
  for (int i = 0; i < cases; ++i) {
    try_theorem(draw, theorem);
    try_constant_rates(draw, constant);
    try_constant_against_varying(draw, against_varying);
    try_lemma_2(draw, lemma_2);
  }
  write(out, "theorem", theorem);
  write(out, "constantRates", constant);
  write(out, "constantAgainstVarying", against_varying);
  write(out, "lemma2", lemma_2);
  write_curves(out);
}

Claim without_exception(const RunRecord& run, const std::string& source, const std::string& statement,
                        const std::string& name) {
  const double tried = run.result(name + ".cases");
  Claim claim = claim_at_most({source, statement + ": contradictions", "it is proved: none may exist"},
                              run.result(name + ".violations"), 0, {"", 0});
  if (claim.judged) claim.measured += " in " + cell(tried, 0) + " random cases";
  claim.holds = claim.holds && tried > 1000;
  return claim;
}

Figure figure_of(const RunRecord& run) {
  FigurePanel panel;
  panel.x = {"packets per round trip", false, 0, {}};
  panel.y = {"loss events per packet, over p", false, 0, 1};
  for (const Curve& curve : run.curves) {
    FigureSeries line;
    line.label = curve.name;
    line.x = curve.x;
    line.y = curve.y;
    panel.series.push_back(std::move(line));
  }
  return {"theorem-4-1", "The loss event rate falls with the sending rate (Rhee and Xu, Lemma 4.1)", {panel}, 1};
}

Findings judge(const RunRecords& records) {
  const RunRecord& run = records.get("random-flows");
  Findings findings;
  findings.claims = {
      without_exception(run, "Theorem 4.1", "p_tfrc > p_tcp where TCP's mean window is above TFRC's greatest",
                        "theorem"),
      without_exception(run, "Corollary 4.1", "p_cbr > p_tcp where the constant rate is below TCP's mean",
                        "constantAgainstVarying"),
      without_exception(run, "Corollary 4.2", "of two constant rates the lower one has the greater p", "constantRates"),
      without_exception(run, "Lemma 4.2", "the mean of G is at most G of the mean", "lemma2")};
  findings.figures = {figure_of(run)};
  return findings;
}

}  // namespace

Scenario tfrc_theorem_4_1() {
  return {"T-Th4.1",
          "Rhee and Xu, Theorem 4.1 (section 4.1)",
          "of two flows with the same packet losses the one that sends less sees more loss events per packet",
          {computed_run("random-flows", compute)},
          judge};
}

}  // namespace evenkeel::lab
