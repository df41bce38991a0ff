#include <cmath>

#include "app/bench/frames/frame_pacing.h"
#include "core/base/quantity.h"

namespace evenkeel::bench {
namespace {

constexpr DataRate narrow = kilobits_per_second(2500);
constexpr DataRate wide = megabits_per_second(10);
constexpr DataRate call_rate = kilobits_per_second(2500);
constexpr double careful = 0.95;
constexpr Duration shallow = 50ms;
constexpr Duration deep = 300ms;

FramePacingCase fixed_at(DataRate rate, DataRate link) {
  FramePacingCase c;
  c.limits.start = rate;
  c.link = link;
  return c;
}

/// Starts near the final rate, since ARC takes a minute from 1 Mbps. On the narrow link it has to find the capacity
/// itself.
FramePacingCase controlled(const std::string& controller, DataRate link, Duration buffer) {
  FramePacingCase c;
  c.controller = controller;
  c.limits.start = careful * call_rate;
  if (link > narrow) c.limits.maximum = call_rate;
  c.link = link;
  c.buffer = buffer;
  return c;
}

std::vector<FramePacingCase> situations() {
  return {fixed_at(careful * call_rate, narrow), fixed_at(call_rate, narrow),       fixed_at(call_rate, wide),
          controlled("ldcc", narrow, shallow),   controlled("ldcc", wide, shallow), controlled("ldcc", narrow, deep),
          controlled("arc", narrow, shallow),    controlled("arc", wide, shallow),  controlled("arc", narrow, deep)};
}

}  // namespace

std::vector<double> pacing_gains() { return {1, 1.25, 1.5, 2.5, no_pacing}; }

std::vector<FramePacingCase> frame_pacing_cases(FrameCodec codec) {
  std::vector<FramePacingCase> cases;
  for (FramePacingCase c : situations()) {
    if (codec == FrameCodec::vp8 && c.buffer > shallow) continue;  // a run takes 5 s, a synthetic one 0.3 s
    c.codec = codec;
    for (const double gain : pacing_gains()) {
      c.gain = gain;
      cases.push_back(c);
    }
  }
  return cases;
}

std::string gain_text(double gain) { return std::isinf(gain) ? "none" : format_number(gain); }

std::string situation_of(const FramePacingCase& plan) {
  const bool fixed = plan.controller == "fixed";
  return (fixed ? "fixed at " + format_rate(plan.limits.start) : plan.controller) + " over " + format_rate(plan.link) +
         ", " + format_duration(plan.buffer) + " buffer";
}

}  // namespace evenkeel::bench
