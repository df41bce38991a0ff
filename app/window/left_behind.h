#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <optional>
#include <thread>
#include <utility>

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
    std::thread(std::move(task)).detach();
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
