#include <algorithm>
#include <cmath>
#include <limits>

#include "app/bench/studies/step_runs.h"

namespace evenkeel::bench {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// In seconds; nullopt if that gain was not run.
std::optional<double> settled(const std::vector<StepResponse>& all, double k_r, std::size_t step) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const StepResponse& r) { return std::abs(r.k_r - k_r) < 1e-9; });
  if (found == all.end() || step >= found->settled.size()) return std::nullopt;
  return found->settled[step] ? to_seconds(*found->settled[step]) : never;
}

std::string text_of(double seconds) { return seconds < never ? cell(seconds, 3) + " s" : "never"; }

void append_range(std::vector<Claim>& claims, const std::string& statement, std::optional<double> value, double minimum,
                  double maximum, bool native, const std::string& why) {
  if (!value) return;
  claims.push_back({"Fig. 13", statement + (native ? ", this machine" : ", emulated"),
                    cell(minimum, 2) + " to " + cell(maximum, 2) + " s", text_of(*value),
                    *value >= minimum && *value <= maximum, native, true, why});
}

/// Both steps of any gain but 1 take longer than the slower one of gain 1.
void append_best(std::vector<Claim>& claims, const std::vector<StepResponse>& all, bool native) {
  const auto down = settled(all, 1, 0);
  const auto up = settled(all, 1, 1);
  if (!down || !up) return;
  const double best = std::max(*down, *up);
  double next = never;
  for (const StepResponse& r : all) {
    // Close to gain 1 the difference is within one sample.
    if (std::abs(r.k_r - 1) > 0.35) next = std::min({next, *settled(all, r.k_r, 0), *settled(all, r.k_r, 1)});
  }
  claims.push_back({"Fig. 13", std::string("fastest at k_r = 1") + (native ? ", this machine" : ", emulated"),
                    "less than at any gain more than 0.35 away", text_of(best) + " against " + text_of(next),
                    best < next, native, true, "deadbeat: the pole 1 - k_r is 0"});
}

void append_shape(std::vector<Claim>& claims, const std::vector<StepResponse>& all, bool native) {
  append_range(claims, "about 0.5 s at k_r = 0.2, down", settled(all, 0.2, 0), 0.42, 0.58, native,
               "24 samples of 20 ms by the closed form, 0.48 s; where in an iteration the step falls");
  append_range(
      claims, "at most about 0.06 s at k_r = 1, down", settled(all, 1.0, 0), 0, 0.07, native,
      "one sample by the law; the paper's three are those of its own measuring window, which it does not name");
  append_range(claims, "at most about 0.06 s at k_r = 1, up", settled(all, 1.0, 1), 0, 0.07, native,
               "one sample by the law");
  append_range(claims, "about 0.3 s at k_r = 1.8, up", settled(all, 1.8, 1), 0.22, 0.34, native,
               "13 samples by the closed form, 0.26 s; where in an iteration the step falls");
  append_best(claims, all, native);
}

/// The largest deviation from the closed form, in seconds.
double worst_deviation(const std::vector<StepResponse>& all) {
  double worst = 0;
  for (const StepResponse& r : all) {
    for (std::size_t i = 0; i < r.settled.size(); ++i) {
      // Above gain 1 a step down saturates at rate zero, a limit the closed form does not have.
      if (r.k_r > 1 && r.ratios[i] > 1) continue;
      const auto predicted = predicted_settling(r.k_r, r.ratios[i]);
      worst = std::max(worst, r.settled[i] && predicted ? std::abs(to_seconds(*r.settled[i] - *predicted)) : never);
    }
  }
  return worst;
}

Claim closed_form(const std::vector<StepResponse>& emulated) {
  const double worst = worst_deviation(emulated);
  return {"section IV",
          "settling as the closed form ceil(ln(0.05/|ratio-1|)/ln|1-k_r|) says",
          "within a sample (20 ms)",
          worst < never ? "within " + cell(1000 * worst, 0) + " ms" : "one never settles",
          worst <= 0.0201,
          false,
          true,
          "where in an iteration the step falls, and whole packets"};
}

Claim oscillation(const std::vector<StepResponse>& emulated) {
  double below = 0;
  double above = never;
  for (const StepResponse& r : emulated) {
    if (r.k_r < 0.99) below = std::max(below, r.overshoot);
    if (r.k_r > 1.15) above = std::min(above, r.overshoot);
  }
  return {"Figs 11/12",
          "oscillations for k_r above 1, none below",
          "overshoot below 1 % up to 0.9, above 10 % from 1.2 on",
          "at most " + cell(100 * below, 1) + " %, at least " + cell(100 * above, 1) + " %",
          below < 0.01 && above > 0.1 && above < never,
          false,
          true,
          "the pole 1 - k_r is negative above 1: 0.9 (k_r - 1) in the first sample after a step up"};
}

}  // namespace

std::vector<Claim> step_claims(const StepResponses& responses, bool papers) {
  std::vector<Claim> claims;
  append_shape(claims, responses.emulated, false);
  claims.push_back(closed_form(responses.emulated));
  claims.push_back(oscillation(responses.emulated));
  if (papers) append_shape(claims, responses.native, true);
  return claims;
}

}  // namespace evenkeel::bench
