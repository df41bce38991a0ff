#include <cstdio>

#include "app/lab/judge/judged_scenario.h"
#include "app/lab/sim/command/commands.h"

namespace evenkeel::sim {
namespace {

/// Counts of the claims that were printed.
struct Counts {
  std::size_t hold = 0;
  std::size_t fail = 0;
  std::size_t fail_as_known = 0;
  std::size_t not_judged = 0;
  std::size_t broken = 0;  ///< make the check fail
};

/// The explanation of a known failure; other explanations are about tolerances and only shown on the pages of results.
std::string reason_of(const Claim& claim) {
  if (!claim.judged) return "";
  if (claim.holds && claim.by_draw) return "; on this draw: " + claim.why;
  if (claim.holds) return claim.must_hold ? "" : "; known not to hold, but does now";
  return claim.must_hold || claim.why.empty() ? "" : "; known: " + claim.why;
}

void print(const std::string& id, const Claim& claim) {
  std::printf("%-13s  %s  %s: %s; measured %s, expected %s%s\n", lab::verdict_of(claim).c_str(), id.c_str(),
              claim.source.c_str(), claim.statement.c_str(), claim.measured.c_str(), claim.expected.c_str(),
              reason_of(claim).c_str());
}

void count(const Claim& claim, const lab::Strictness& strictness, Counts& counts) {
  if (!claim.judged) {
    ++counts.not_judged;
  } else if (claim.holds) {
    ++counts.hold;
  } else {
    ++counts.fail;
    if (!claim.must_hold) ++counts.fail_as_known;
  }
  if (lab::is_broken(claim, strictness)) ++counts.broken;
}

void print(const lab::JudgedScenario& judged, bool as_known, Counts& counts) {
  const lab::Strictness strictness{judged.full, as_known};
  for (const Claim& claim : judged.findings.claims) {
    print(judged.scenario->id, claim);
    count(claim, strictness, counts);
  }
  if (judged.full) return;
  std::printf("               %s  in '%s' %s\n", judged.scenario->id.c_str(), judged.folder.c_str(),
              lab::shortfall_of(judged).c_str());
}

void print(const Counts& counts) {
  std::printf("%zu claims: %zu hold, %zu do not hold (%zu of them known not to), %zu not judged.\n",
              counts.hold + counts.fail + counts.not_judged, counts.hold, counts.fail, counts.fail_as_known,
              counts.not_judged);
}

void complain(const lab::FoundRuns& found) {
  for (const std::string& folder : found.unfinished) {
    std::fprintf(stderr, "'%s' is unfinished and was skipped.\n", folder.c_str());
  }
  if (!found.error.empty()) std::fprintf(stderr, "%s\n", found.error.c_str());
}

}  // namespace

int check_runs(const SimCommandLine& line) {
  const lab::FoundRuns found = lab::find_runs(line.folders);
  complain(found);
  Counts counts;
  bool failed = !found.error.empty();
  for (const lab::FoundScenario& scenario : lab::in_order(found.scenarios)) {
    const auto judged = lab::judge_found(scenario);
    if (judged) print(*judged, line.as_known, counts);
    if (!judged) std::fprintf(stderr, "%s\n", judged.error.c_str());
    std::fflush(stdout);
    failed = failed || !judged;
  }
  if (!found.scenarios.empty()) print(counts);
  if (counts.hold + counts.fail < line.min_judged) {
    std::fprintf(stderr, "Only %zu claims could be judged, and not %zu.\n", counts.hold + counts.fail, line.min_judged);
    failed = true;
  }
  return failed || counts.broken > 0 ? 1 : 0;
}

}  // namespace evenkeel::sim
