// How fast should a frame leave? The packets of a frame may leave faster than the controller's rate; what that gains
// and what it costs, in virtual time (app/bench/frame_pacing.h).

#include <algorithm>

#include "app/bench/frames/frame_pacing.h"
#include "app/bench/frames/frame_table.h"
#include "app/bench/studies/study.h"

namespace evenkeel::bench {
namespace {

/// The brief form leaves out libvpx, which takes a minute, and all but one seed.
std::vector<FramePacingResult> results_of(FrameCodec codec, bool brief) {
  auto cases = frame_pacing_cases(codec);
  if (brief) {
    for (FramePacingCase& c : cases) c.seeds = 1;
  }
  return run_frame_pacing(cases);
}

StudyOutcome evaluate(const BenchOptions& options) {
  StudyOutcome outcome;
  Table table{"pacing-gain", "How fast a frame should leave", frame_pacing_columns(), {}};
  for (const FrameCodec codec : {FrameCodec::synthetic, FrameCodec::vp8}) {
    if (options.brief && codec == FrameCodec::vp8) continue;
    const auto results = results_of(codec, options.brief);
    for (const FramePacingResult& result : results) table.rows.push_back(frame_pacing_row(result));
    for (Figure& figure : frame_pacing_figures(results)) outcome.figures.push_back(std::move(figure));
  }
  outcome.tables.push_back(std::move(table));
  return outcome;
}

}  // namespace

Study frame_study(const BenchOptions& options) {
  return {
      "frames", "How fast a frame should leave", {}, [options](std::span<const SendRun>) { return evaluate(options); }};
}

}  // namespace evenkeel::bench
