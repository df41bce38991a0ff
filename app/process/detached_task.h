#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "app/process/program_end.h"

namespace evenkeel {

/// A value computed by a thread of its own. forget() does not wait: the thread goes on, and its result is dropped. So
/// the work must own everything that it uses.
template <class T>
class DetachedTask {
 public:
  DetachedTask() = default;
  explicit DetachedTask(std::function<T()> work) {
    std::packaged_task<T()> task(std::move(work));
    value_ = task.get_future();
    auto left = std::make_unique<DetachedWork>();  // counts from now on, not only once the thread runs
    std::thread([left = std::move(left), task = std::move(task)]() mutable {
      std::packaged_task<T()> first = std::move(task);  // its captures are destroyed before `left`
      first();
    }).detach();
  }

  bool wanted() const { return value_.valid(); }
  void forget() { value_ = {}; }
  /// The value, once, when it is ready; otherwise nullopt. Throws what the work threw.
  std::optional<T> take() {
    if (!wanted() || value_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
    return value_.get();
  }

 private:
  std::future<T> value_;
};

}  // namespace evenkeel
