// How fast should a frame be sent? The gains and costs of sending a frame's packets faster than the controller's rate,
// in virtual time (app/bench/frames/frame_pacing.h).

#include <algorithm>

#include "app/bench/frames/frame_pacing.h"
#include "app/bench/frames/frame_table.h"
#include "app/bench/studies/study.h"

namespace evenkeel::bench {
namespace {

/// The brief form skips libvpx, which takes minutes, and uses one seed.
std::vector<FramePacingResult> results_of(FrameCodec codec, bool brief, const std::function<bool()>& stop) {
  auto cases = frame_pacing_cases(codec);
  if (brief) {
    for (FramePacingCase& c : cases) c.seeds = 1;
  }
  return run_frame_pacing(cases, {}, stop);
}

/// The basis for the default: the synthetic source at 95 % of the narrow link.
const FramePacingResult* careful_case(const std::vector<FramePacingResult>& results, double gain) {
  const auto found = std::find_if(results.begin(), results.end(), [&](const FramePacingResult& r) {
    return r.plan.codec == FrameCodec::synthetic && r.plan.controller == "fixed" &&
           r.plan.link < megabits_per_second(5) && r.plan.limits.start < r.plan.link && r.plan.gain == gain &&
           r.failure.empty();
  });
  return found == results.end() ? nullptr : &*found;
}

Claim loss_claim(const FramePacingResult& result, const std::string& expected, bool holds, const std::string& why) {
  return {"pacing",
          "a call of 95 % of a 2.5 Mbit/s link with 50 ms of buffer, pacing gain " + gain_text(result.plan.gain) +
              ": packets lost",
          expected,
          cell(100 * result.loss(), 2) + " %",
          holds,
          false,
          true,
          why};
}

void append_claims(const std::vector<FramePacingResult>& results, std::vector<Claim>& claims) {
  const auto* even = careful_case(results, 1);
  const auto* none = careful_case(results, no_pacing);
  if (even == nullptr || none == nullptr) return;
  claims.push_back(loss_claim(*even, "none", even->packets_lost == 0, "the mean rate is below the link's"));
  claims.push_back(loss_claim(*none, "more than 1 %", none->loss() > 0.01, "large frames are larger than the buffer"));
}

StudyOutcome evaluate(const BenchOptions& options, const std::function<bool()>& stop) {
  StudyOutcome outcome;
  Table table{"pacing-gain", "How fast a frame should leave", frame_pacing_columns(), {}};
  for (const FrameCodec codec : {FrameCodec::synthetic, FrameCodec::vp8}) {
    if (stop() || (options.brief && codec == FrameCodec::vp8)) continue;
    const auto results = results_of(codec, options.brief, stop);
    for (const FramePacingResult& result : results) table.rows.push_back(frame_pacing_row(result));
    for (Figure& figure : frame_pacing_figures(results)) outcome.figures.push_back(std::move(figure));
    append_claims(results, outcome.claims);
  }
  outcome.tables.push_back(std::move(table));
  return outcome;
}

}  // namespace

Study frame_study(const BenchOptions& options) {
  return {"frames", "How fast a frame should leave", {}, [options](auto, const std::function<bool()>& stop) {
            return evaluate(options, stop);
          }};
}

}  // namespace evenkeel::bench
