#include "app/call/headless_run.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <thread>

#include "app/call/call_setup.h"
#include "app/process/program_end.h"
#include "core/base/quantity.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

constexpr Duration terminal_interval = 500ms;
constexpr Duration plain_interval = 10s;

// Of a row without a rate only the counters go on: nobody is there.
std::string flow_text(const Sample& s) {
  if (!s.send_bitrate_bps && !s.receive_bitrate_bps) return {};
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

constexpr Duration loop_interval = 50ms;
// For somebody who calls: nothing happens, and a laptop should rest. News and input end it.
constexpr Duration waiting_interval = 500ms;

CallRun::Watchers watchers_of(const CallOptions& options, Progress& progress, Doorbell& news) {
  CallRun::Watchers watchers;
  watchers.on_news = [&news] { news.ring(); };
  watchers.on_row = [&](const Sample& row) { progress.on_row(row); };
  watchers.on_event = [&](const RunEvent& event) { progress.say(event.text); };
  watchers.on_notice = [&](const std::string& text) { progress.say(text); };
  watchers.on_link = [&progress, file = options.link_file](const std::string& link) {
    progress.say(link_text(file, link));
  };
  return watchers;
}

}  // namespace

std::string link_text(const std::optional<std::string>& file, const std::string& link) {
  return "link for the caller: " + (file ? "in " + *file : link);
}

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

HeadlessRun::HeadlessRun(const CallOptions& options, std::vector<std::string> command_line)
    : run_(options, std::move(command_line), watchers_of(options, progress_, news_)) {}

bool HeadlessRun::wait_for_link() {
  while (!stop_requested() && run_.link_offer().waits()) {
    run_.step();
    std::this_thread::sleep_for(loop_interval);
  }
  return run_.link_error().empty();
}

// News by the hundred, or input without end, are looked at 20 times a second.
void HeadlessRun::pause(Duration left, int input) {
  const LocalTime begun = monotonic_now();
  const bool waits = own_peer(run_).network().state() == CallState::waiting;
  news_.wait(std::min(left, waits ? waiting_interval : loop_interval), std::array{stop_file(), input});
  const Duration rest = std::min(left, loop_interval) - (monotonic_now() - begun);
  if (!stop_requested() && rest > Duration::zero()) std::this_thread::sleep_for(rest);
}

void HeadlessRun::loop(const std::function<bool()>& ended, const std::function<int()>& input) {
  if (const std::string notice = unused_settings(run_.options()); !notice.empty()) progress_.say(notice);
  while (!stop_requested() && !ended()) {
    const LocalTime now = monotonic_now();
    const auto& duration = run_.options().duration;
    const Duration left = duration ? run_.start() + *duration - now : Duration::max();
    if (left <= Duration::zero()) break;
    pause(left, input ? input() : -1);
    run_.step();
    progress_.show(state_text(own_peer(run_).network().state()), now - run_.start());
  }
}

int HeadlessRun::finish() {
  const std::string error = run_.finish();
  progress_.finish();
  if (const std::string left = run_.leaving_router()(); !left.empty()) progress_.say(left);
  std::fputs(summary_text(run_.summary(), run_.delays()).c_str(), stdout);
  if (!error.empty() && !run_.was_reported(error)) progress_.say(error);
  return error.empty() ? 0 : 1;
}

}  // namespace evenkeel
