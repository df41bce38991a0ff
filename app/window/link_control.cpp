#include "app/window/link_control.h"

#include "app/cli/link_options.h"
#include "app/files/untrusted_file.h"
#include "core/base/quantity.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

Duration buffer_time(const BufferLimit& buffer, DataRate capacity) {
  if (const auto* time = std::get_if<Duration>(&buffer)) return *time;
  return std::get<DataSize>(buffer) / capacity;
}

double mean_loss(const LossModel& model) {
  if (const auto* independent = std::get_if<IndependentLoss>(&model)) return independent->probability;
  if (const auto* bursts = std::get_if<GilbertElliottLoss>(&model)) {
    return bursts->good_to_bad / (bursts->good_to_bad + bursts->bad_to_good);
  }
  return 0;
}

LinkSettings settings_of(const LinkConfig& link) {
  LinkSettings settings;
  settings.capacity = link.capacity.rate_at(Duration::zero());
  settings.delay = link.propagation_delay;
  settings.buffer = buffer_time(link.buffer, settings.capacity);
  settings.loss = mean_loss(link.loss);
  settings.jitter = link.jitter_sigma;
  return settings;
}

/// Applies only changes: losses in bursts, which the settings cannot express, stay until the loss is changed.
void apply_difference(Link& link, const LinkSettings& before, const LinkSettings& after) {
  const LocalTime now = monotonic_now();
  if (before.delay != after.delay) link.set_delay(after.delay, now);
  if (before.buffer != after.buffer) link.set_buffer(after.buffer, now);
  if (before.jitter != after.jitter) link.set_jitter(after.jitter, now);
  if (before.loss == after.loss) return;
  link.set_loss(after.loss > 0 ? LossModel(IndependentLoss{after.loss}) : LossModel(NoLoss{}), now);
}

/// The changes in words: "capacity 2.5Mbps to 1Mbps, delay 50ms to 80ms".
std::string difference(const LinkSettings& before, const LinkSettings& after) {
  std::string text;
  const auto add = [&](const char* name, const std::string& a, const std::string& b) {
    if (a != b) text += (text.empty() ? "" : ", ") + std::string(name) + ' ' + a + " to " + b;
  };
  add("capacity", format_rate(before.capacity, 4), format_rate(after.capacity, 4));
  add("delay", format_duration(before.delay, 4), format_duration(after.delay, 4));
  add("buffer", format_duration(before.buffer, 4), format_duration(after.buffer, 4));
  add("loss", format_ratio(before.loss, 4), format_ratio(after.loss, 4));
  add("jitter", format_duration(before.jitter, 4), format_duration(after.jitter, 4));
  return text;
}

}  // namespace

LinkControl::LinkControl(CallRun& run) : run_(run) {
  for (const auto& peer : run.peers()) exists_ = exists_ || peer.peer->link() != nullptr;
  if (!exists_) return;
  if (const auto& link = run.peers().back().link) settings_ = settings_of(*link);
  if (run.options().link_schedule) program_ = "schedule " + *run.options().link_schedule;
  if (run.options().link_trace) program_ = "trace " + *run.options().link_trace;
}

void LinkControl::set(const LinkSettings& settings) {
  if (!exists_) return;
  const std::string what = difference(settings_, settings);
  const bool new_capacity = settings.capacity != settings_.capacity;  // else a schedule or trace goes on
  change_links([&](Link& link) { apply_difference(link, settings_, settings); });
  settings_ = settings;
  if (new_capacity) {
    set_capacity(Capacity::constant(settings.capacity));
    program_.clear();
  }
  if (!what.empty()) run_.report(RunEvent::Kind::link, what);
}

void LinkControl::change_links(const std::function<void(Link&)>& change) {
  for (const auto& peer : run_.peers()) {
    if (peer.peer->link() != nullptr) peer.peer->link()->change(change);
  }
}

void LinkControl::set_capacity(const Capacity& capacity) {
  const LocalTime now = monotonic_now();
  change_links([&](Link& link) { link.set_capacity(capacity, now); });
  run_.follow_capacity(capacity, now);
}

std::string LinkControl::set_schedule(const std::string& text) {
  const auto capacity = parse_schedule(text);
  if (!capacity) return capacity.error;
  set_capacity(*capacity);
  program_ = "schedule " + text;
  run_.report(RunEvent::Kind::link, program_);
  return {};
}

std::string LinkControl::set_trace(const std::string& path) {
  if (const std::string reason = why_unreadable(path); !reason.empty()) return unreadable_trace_text(path, reason);
  const auto capacity = read_trace(path);
  if (!capacity) return capacity.error;
  set_capacity(*capacity);
  program_ = "trace " + path;
  run_.report(RunEvent::Kind::link, program_);
  return {};
}

}  // namespace evenkeel
