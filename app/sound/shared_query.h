#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "app/process/program_end.h"
#include "core/base/time.h"

namespace evenkeel {

/// A question that may never be answered, asked by one thread at a time: who asks while it runs waits for the same
/// answer. A service that hangs is not to be asked by more and more threads.
template <class Answer>
class SharedQuery {
 public:
  /// `ask` must own everything that it uses: its thread is left behind where the answer does not come.
  explicit SharedQuery(std::function<Answer()> ask) : ask_(std::move(ask)) {}

  /// Nullopt after the limit, however many threads wait.
  std::optional<Answer> wait(Duration limit) { return run()->wait(limit); }

 private:
  class Run {
   public:
    void answer(Answer found) {
      const std::lock_guard lock(mutex_);
      found_ = std::move(found);
      done_.notify_all();
    }
    std::optional<Answer> wait(Duration limit) {
      std::unique_lock lock(mutex_);
      done_.wait_for(lock, limit, [this] { return found_.has_value(); });
      return found_;
    }

   private:
    std::mutex mutex_;
    std::condition_variable done_;
    std::optional<Answer> found_;
  };

  /// The one that runs, or a new one.
  std::shared_ptr<Run> run() {
    const std::lock_guard lock(mutex_);
    auto running = unanswered_.lock();
    if (running) return running;
    running = std::make_shared<Run>();
    unanswered_ = running;
    std::thread([running, ask = ask_, left = std::make_unique<DetachedWork>()]() mutable {
      running->answer(ask());
      running.reset();
    }).detach();
    return running;
  }

  const std::function<Answer()> ask_;
  std::mutex mutex_;  // never held while anyone waits for an answer
  std::weak_ptr<Run> unanswered_;
};

}  // namespace evenkeel
