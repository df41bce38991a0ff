#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "app/capture/video_source.h"

namespace evenkeel {

/// Keeps what a source delivers, and waits for it.
class Collector {
 public:
  PictureSink sink() {
    return [this](std::shared_ptr<const Picture> picture) {
      const std::lock_guard lock(mutex_);
      // Copies, so as not to keep the source's pictures.
      pictures_.push_back(*picture);
      changed_.notify_all();
    };
  }

  /// False after half a minute, which no source takes.
  bool wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(30), [&] { return pictures_.size() >= count; });
  }

  std::vector<Picture> pictures() {
    const std::lock_guard lock(mutex_);
    return pictures_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Picture> pictures_;
};

}  // namespace evenkeel
