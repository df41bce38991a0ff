#include "app/process/process_pool.h"

#include <poll.h>
#include <signal.h>

#include <chrono>

#include "app/process/job_process.h"

namespace evenkeel {
namespace {

constexpr int wait_ms = 100;
constexpr auto stop_timeout = 2s;  ///< for a job that must stop; then it is killed

class Pool {
 public:
  Pool(const std::vector<ProcessJob>& jobs, std::size_t at_once, JobWatcher& watcher)
      : jobs_(jobs), at_once_(at_once > 0 ? at_once : 1), watcher_(watcher) {}

  void run(const std::function<bool()>& stop) {
    while (!running_.empty() || (next_ < jobs_.size() && !stopping_)) {
      if (!stopping_ && stop()) begin_stop();
      while (!stopping_ && next_ < jobs_.size() && running_.size() < at_once_) start(next_++);
      if (stopping_ && std::chrono::steady_clock::now() >= kill_at_) signal_all(SIGKILL);
      wait();
      watcher_.on_tick();
    }
  }

 private:
  struct Running {
    std::size_t job;
    JobProcess process;
  };

  void start(std::size_t job) {
    std::string error;
    watcher_.on_start(job);
    auto process = JobProcess::start(jobs_[job], error);
    if (process) {
      running_.push_back({job, std::move(*process)});
    } else {
      watcher_.on_end(job, {JobEnd::How::failed, error});
    }
  }

  void begin_stop() {
    stopping_ = true;
    kill_at_ = std::chrono::steady_clock::now() + stop_timeout;
    signal_all(SIGTERM);
  }

  void signal_all(int number) {
    for (const Running& running : running_) running.process.signal(number);
  }

  void wait() {
    std::vector<pollfd> outputs;
    for (const Running& running : running_) outputs.push_back({running.process.output(), POLLIN, 0});
    if (outputs.empty() || poll(outputs.data(), outputs.size(), wait_ms) <= 0) return;
    for (std::size_t i = outputs.size(); i-- > 0;) {
      if (outputs[i].revents != 0) read(i);
    }
  }

  void read(std::size_t index) {
    Running& running = running_[index];
    bool ended = false;
    if (const auto progress = running.process.read(ended)) watcher_.on_progress(running.job, *progress);
    if (!ended) return;
    const std::size_t job = running.job;
    const JobEnd end = running.process.end(stopping_);
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(index));
    watcher_.on_end(job, end);
  }

  const std::vector<ProcessJob>& jobs_;
  std::size_t at_once_;
  JobWatcher& watcher_;
  std::vector<Running> running_;
  std::size_t next_ = 0;
  bool stopping_ = false;
  std::chrono::steady_clock::time_point kill_at_{};
};

}  // namespace

void run_jobs(const std::vector<ProcessJob>& jobs, std::size_t at_once, const std::function<bool()>& stop,
              JobWatcher& watcher) {
  Pool(jobs, at_once, watcher).run(stop);
}

}  // namespace evenkeel
