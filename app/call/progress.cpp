#include "app/call/progress.h"

#include <cmath>

#include "core/base/quantity.h"

namespace evenkeel {
namespace {

constexpr Duration terminal_interval = 500ms;
constexpr Duration plain_interval = 10s;

std::string flow_text(const Sample& s) {
  std::string text(s.flow.view());
  if (s.send_bitrate_bps) text += " sent " + format_rate(bits_per_second(*s.send_bitrate_bps), 3);
  if (!s.send_bitrate_bps && s.receive_bitrate_bps) {
    text += " received " + format_rate(bits_per_second(*s.receive_bitrate_bps), 3);
  }
  if (s.one_way_delay_ms) text += ", delay " + format_number(*s.one_way_delay_ms, 3) + " ms";
  if (s.frame_width && s.frames_per_second) {
    text += ", " + format_number(*s.frame_width) + 'x' + format_number(*s.frame_height) + " at " +
            format_number(*s.frames_per_second, 2) + " fps";
  }
  if (s.packets_lost && *s.packets_lost > 0) text += ", lost " + format_number(*s.packets_lost);
  return text;
}

}  // namespace

void Progress::on_row(const Sample& row) { latest_[row.flow] = row; }

std::string Progress::line(const std::string& state, Duration time) const {
  std::string text = format_number(std::floor(to_seconds(time))) + " s, " + state;
  for (const auto& [flow, sample] : latest_) {
    const std::string part = flow_text(sample);
    if (part.size() > flow.view().size()) text += " | " + part;
  }
  return text;
}

void Progress::show(const std::string& state, Duration time) {
  if (last_ >= Duration::zero() && time < last_ + (line_.on_terminal() ? terminal_interval : plain_interval)) return;
  last_ = time;
  if (line_.on_terminal()) return line_.draw(line(state, time));
  line_.say(line(state, time));
}

}  // namespace evenkeel
