#include "app/bench/frames/frame_table.h"

#include <cstdio>

#include "core/base/quantity.h"

namespace evenkeel::bench {
namespace {

std::string fixed_digits(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string percent(double share) { return fixed_digits(100 * share, 3); }
std::string milliseconds(double ms) { return fixed_digits(ms, 1); }
std::string megabits(double bps) { return fixed_digits(bps / 1e6, 3); }

std::string codec_text(FrameCodec codec) { return codec == FrameCodec::vp8 ? "VP8" : "synthetic"; }

}  // namespace

std::vector<std::string> frame_pacing_columns() {
  return {"source",
          "controller",
          "link [Mbps]",
          "buffer [ms]",
          "target [Mbps]",
          "deviation [Mbps]",
          "gain",
          "frame p50 [ms]",
          "frame p95 [ms]",
          "frame p99 [ms]",
          "frame max [ms]",
          "pacer p95 [ms]",
          "queue p95 [ms]",
          "queue max [ms]",
          "others' queue p95 [ms]",
          "no room for others [%]",
          "loss [%]",
          "frames lost [%]",
          "frames unusable [%]",
          "skipped",
          "sent [Mbps]",
          "used [%]",
          "one-way mean [ms]"};
}

std::vector<std::string> frame_pacing_row(const FramePacingResult& r) {
  const double frames = r.frames_sent > 0 ? static_cast<double>(r.frames_sent) : 1;
  return {codec_text(r.plan.codec),
          r.plan.controller == "fixed" ? "fixed " + format_rate(r.plan.limits.start) : r.plan.controller,
          format_number(r.plan.link.bps() / 1e6),
          format_number(to_milliseconds(r.plan.buffer)),
          megabits(r.target_bps),
          megabits(r.target_deviation_bps),
          gain_text(r.plan.gain),
          milliseconds(r.frame_delay_ms.p50),
          milliseconds(r.frame_delay_ms.p95),
          milliseconds(r.frame_delay_ms.p99),
          milliseconds(r.frame_delay_ms.maximum),
          milliseconds(r.pacer_wait_ms.p95),
          milliseconds(r.queue_seen_ms.p95),
          milliseconds(r.queue_seen_ms.maximum),
          milliseconds(r.queue_by_time_ms.p95),
          percent(r.others_refused),
          percent(r.loss()),
          percent(static_cast<double>(r.frames_lost) / frames),
          percent(r.frames_unusable()),
          std::to_string(r.frames_skipped),
          megabits(r.sent_bps),
          percent(r.utilisation()),
          milliseconds(r.one_way_delay_ms)};
}

}  // namespace evenkeel::bench
