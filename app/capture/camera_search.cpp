#include "app/capture/camera_search.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <tuple>
#include <utility>

#include "app/capture/find_camera.h"
#include "app/process/program_end.h"

namespace evenkeel {
namespace {

constexpr Duration interrupt_timeout = 1s;

std::atomic<int> hanging{0};

/// Each camera once. V4L2 comes first because its path is shorter; then the camera that was plugged in first.
std::vector<CameraInfo> without_doubles(std::vector<Announced> announced) {
  std::ranges::sort(announced, {}, [](const Announced& a) {
    return std::tuple(a.camera.backend, a.serial, a.camera.node.size(), a.camera.node);  // video2 before video10
  });
  std::vector<CameraInfo> out;
  std::set<std::string> seen;
  for (Announced& a : announced) {
    if (a.camera.node.empty()) continue;
    if (!a.v4l2_path.empty() && !seen.insert(a.v4l2_path).second) continue;
    out.push_back(std::move(a.camera));
  }
  name_cameras(out);
  return out;
}

/// Lets one thread through at a time, for as long as it keeps what enter() gave it. ThreadSanitizer of GCC 12 does not
/// know how std::timed_mutex locks.
class Turnstile {
 public:
  struct Leave {
    void operator()(Turnstile* turnstile) const { turnstile->leave(); }
  };
  using Passage = std::unique_ptr<Turnstile, Leave>;

  /// Null where it took longer than `limit`.
  Passage enter(Duration limit) {
    std::unique_lock lock(mutex_);
    if (!free_.wait_for(lock, limit, [this] { return !taken_; })) return nullptr;
    taken_ = true;
    return Passage(this);
  }

 private:
  void leave() {
    const std::lock_guard lock(mutex_);
    taken_ = false;
    free_.notify_one();
  }

  std::mutex mutex_;
  std::condition_variable free_;
  bool taken_ = false;
};

/// Shared by the thread that asks a provider and the thread that waits for it, which may give up first.
class Search {
 public:
  explicit Search(std::vector<CameraProvider> providers) : providers_(std::move(providers)) {}

  void run() {
    for (const CameraProvider& provider : providers_) {
      std::vector<Announced> found;
      const std::string error = provider.ask(found);
      const std::lock_guard lock(mutex_);
      ++asked_;
      std::ranges::move(found, std::back_inserter(found_));
      if (error_.empty()) error_ = error;
      changed_.notify_all();
    }
    const std::lock_guard lock(mutex_);
    if (left_behind_) --hanging;
    left_behind_.reset();
  }

  bool wait(Duration limit) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, limit, [this] { return asked_ == providers_.size(); });
  }

  void interrupt(Duration after) {
    const CameraProvider* silent = nullptr;
    {
      const std::lock_guard lock(mutex_);
      if (asked_ == providers_.size()) return;
      silent = &providers_[asked_];
      error_ = "Cannot find all cameras: " + silent->name + " did not answer within " + std::to_string(after / 1s) +
               " s; " + silent->remedy + ".";
    }
    silent->interrupt();
  }

  /// False if the thread has ended meanwhile.
  bool leave_behind() {
    const std::lock_guard lock(mutex_);
    if (asked_ == providers_.size()) return false;
    left_behind_.emplace();
    ++hanging;
    return true;
  }

  CameraList result() {
    const std::lock_guard lock(mutex_);
    return {without_doubles(found_), error_};
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  const std::vector<CameraProvider> providers_;
  std::size_t asked_ = 0;
  std::optional<DetachedWork> left_behind_;
  std::vector<Announced> found_;
  std::string error_;
};

CameraList search(std::vector<CameraProvider> providers, Duration limit) {
  const auto shared = std::make_shared<Search>(std::move(providers));
  std::thread thread([shared] { shared->run(); });
  if (!shared->wait(limit)) {
    shared->interrupt(limit);
    if (!shared->wait(interrupt_timeout) && shared->leave_behind()) {
      thread.detach();
      return shared->result();
    }
  }
  thread.join();
  return shared->result();
}

}  // namespace

bool camera_search_hangs() { return hanging > 0; }

CameraList search_cameras(std::vector<CameraProvider> providers, Duration limit) {
  static Turnstile turnstile;  // providers are global to the process: one search at a time
  const Turnstile::Passage passage = turnstile.enter(2 * limit + interrupt_timeout);
  if (!passage || camera_search_hangs()) {
    return {{}, "Cannot look for cameras: an earlier search has not ended; start the program again."};
  }
  return search(std::move(providers), limit);
}

}  // namespace evenkeel
