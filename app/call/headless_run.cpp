#include "app/call/headless_run.h"

#include <thread>

#include "app/call/call_setup.h"
#include "app/process/stop_signal.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

constexpr Duration loop_interval = 50ms;

CallRun::Watchers watchers_of(Progress& progress) {
  CallRun::Watchers watchers;
  watchers.on_row = [&](const Sample& row) { progress.on_row(row); };
  watchers.on_event = [&](const RunEvent& event) { progress.say(event.text); };
  watchers.on_say = [&](const std::string& text) { progress.say(text); };
  return watchers;
}

}  // namespace

HeadlessRun::HeadlessRun(const CallOptions& options, std::vector<std::string> command_line)
    : run_(options, std::move(command_line), watchers_of(progress_)) {}

void HeadlessRun::loop(const std::function<bool()>& ended) {
  if (const std::string notice = unused_settings(run_.options()); !notice.empty()) progress_.say(notice);
  while (!stop_requested() && !ended()) {
    const LocalTime now = monotonic_now();
    if (run_.options().duration && now >= run_.start() + *run_.options().duration) break;
    std::this_thread::sleep_for(loop_interval);
    run_.step();
    progress_.show(state_text(own_peer(run_).network().state()), now - run_.start());
  }
}

int HeadlessRun::finish() {
  const std::string error = run_.finish();
  progress_.finish();
  std::fputs(summary_text(run_.summary(), run_.delays()).c_str(), stdout);
  if (!error.empty()) progress_.say(error);
  return error.empty() ? 0 : 1;
}

}  // namespace evenkeel
