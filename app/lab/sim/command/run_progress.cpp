#include "app/lab/sim/command/run_progress.h"

#include <algorithm>
#include <cmath>

#include "app/lab/claims/table.h"

namespace evenkeel::sim {
namespace {

constexpr auto draw_interval = 250ms;

std::string seconds_text(double seconds) {
  const auto whole = static_cast<long long>(std::ceil(seconds));
  if (whole < 120) return std::to_string(whole) + " s";
  return whole < 7200 ? std::to_string((whole + 30) / 60) + " min" : std::to_string((whole + 1800) / 3600) + " h";
}

double total(const std::vector<Duration>& times) {
  double sum = 0;
  for (const Duration time : times) sum += to_seconds(time);
  return sum;
}

}  // namespace

RunProgress::RunProgress(std::vector<RunProgressItem> runs)
    : runs_(std::move(runs)), simulated_(runs_.size()), began_at_(runs_.size()) {}

void RunProgress::on_start(std::size_t run) {
  running_.push_back(run);
  began_at_[run] = Clock::now();
}

void RunProgress::on_progress(std::size_t run, Duration done) {
  simulated_[run] = std::clamp(done, Duration::zero(), runs_[run].length);
}

void RunProgress::on_end(std::size_t run, const JobEnd& end) {
  running_.erase(std::remove(running_.begin(), running_.end(), run), running_.end());
  if (end.how == JobEnd::How::stopped) return;
  simulated_[run] = runs_[run].length;
  if (end.how == JobEnd::How::done) {
    ++done_;
    const double seconds = to_seconds(Clock::now() - began_at_[run]);
    if (!line_.on_terminal()) line_.say(runs_[run].name + " is done after " + cell(seconds, 1) + " s; " + state());
    return;
  }
  ++failed_;
  line_.say(runs_[run].name + (end.how == JobEnd::How::failed ? " failed: " : " crashed: ") + end.error);
}

/// "3 of 8 runs, 120 s simulated per second, 40 s left"
std::string RunProgress::state() const {
  double length = 0;
  for (const RunProgressItem& run : runs_) length += to_seconds(run.length);
  const double simulated = total(simulated_);
  const double speed = simulated / std::max(to_seconds(Clock::now() - begin_), 1e-3);
  std::string text = std::to_string(done_ + failed_) + " of " + std::to_string(runs_.size()) + " runs";
  if (simulated <= 0) return text;
  text += ", " + cell(speed, speed < 10 ? 1 : 0) + " s simulated per second";
  return length > simulated ? text + ", " + seconds_text((length - simulated) / speed) + " left" : text;
}

std::string RunProgress::line() const {
  std::string text = state();
  for (const std::size_t run : running_) {
    const double share = to_seconds(simulated_[run]) / std::max(to_seconds(runs_[run].length), 1e-9);
    text += " | " + runs_[run].name + " " + std::to_string(static_cast<int>(share * 100)) + " %";
  }
  return text;
}

void RunProgress::on_tick() {
  if (!line_.on_terminal() || Clock::now() < drawn_ + draw_interval) return;
  drawn_ = Clock::now();
  line_.draw(line());
}

}  // namespace evenkeel::sim
