#include "app/call/call_run.h"
#include "core/net/clock.h"

namespace evenkeel {

void CallRun::report(RunEvent::Kind kind, const std::string& text) {
  report({monotonic_now() - start_, kind, {}, text});
}

void CallRun::write(RunEvent::Kind kind, const std::string& text) {
  if (folder_) folder_->write(RunEvent{monotonic_now() - start_, kind, {}, text});
}

void CallRun::report(const RunEvent& event) {
  if (folder_) folder_->write(event);
  if (watchers_.on_event) watchers_.on_event(event);
}

void CallRun::report_line(RunEvent::Kind kind, const std::optional<std::string>& line) {
  if (line) report(kind, *line);
}

void CallRun::follow_capacity(const Capacity& capacity, LocalTime start) { capacity_steps_.follow(capacity, start); }

// At the time of the step, and not of this look at it: rows of telemetry are compared with it.
void CallRun::watch_capacity() {
  while (const auto change = capacity_steps_.poll(monotonic_now())) {
    report({change->at - start_, RunEvent::Kind::link, {}, change->text});
  }
}

}  // namespace evenkeel
