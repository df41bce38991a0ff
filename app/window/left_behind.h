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

/// A value that a thread of its own works out. Whoever no longer wants it forgets it without waiting: the work goes on
/// by itself and what comes of it is dropped. So the work must hold all that it uses.
template <class T>
class LeftBehind {
 public:
  LeftBehind() = default;
  explicit LeftBehind(std::function<T()> work) {
    std::packaged_task<T()> task(std::move(work));
    value_ = task.get_future();
    auto left = std::make_unique<LeftWork>();  // from now on, not only once the thread runs
    std::thread([left = std::move(left), task = std::move(task)]() mutable {
      std::packaged_task<T()> first = std::move(task);  // what it holds goes before `left`
      first();
    }).detach();
  }

  bool wanted() const { return value_.valid(); }
  void forget() { value_ = {}; }
  /// Once, as soon as it is there; throws what the work threw.
  std::optional<T> take() {
    if (!wanted() || value_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
    return value_.get();
  }

 private:
  std::future<T> value_;
};

}  // namespace evenkeel
