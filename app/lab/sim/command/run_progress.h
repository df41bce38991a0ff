#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "app/process/process_pool.h"
#include "app/process/progress_line.h"

namespace evenkeel::sim {

/// What the progress line shows of a run.
struct RunProgressItem {
  std::string name;
  Duration length{};  ///< simulated
};

/// Progress of all runs: on a terminal one line that is rewritten, otherwise a line per finished run. Failures stay on
/// screen.
class RunProgress final : public JobWatcher {
 public:
  explicit RunProgress(std::vector<RunProgressItem> runs);

  void on_start(std::size_t run) override;
  void on_progress(std::size_t run, Duration done) override;
  void on_end(std::size_t run, const JobEnd& end) override;
  void on_tick() override;
  void finish() { line_.erase(); }

  std::size_t done() const { return done_; }
  std::size_t failed() const { return failed_; }

 private:
  using Clock = std::chrono::steady_clock;

  std::string state() const;
  std::string line() const;

  std::vector<RunProgressItem> runs_;
  std::vector<Duration> simulated_;
  std::vector<Clock::time_point> began_at_;
  std::vector<std::size_t> running_;
  ProgressLine line_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point drawn_{};
  std::size_t done_ = 0;
  std::size_t failed_ = 0;
};

}  // namespace evenkeel::sim
