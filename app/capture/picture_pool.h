#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/frames/picture.h"

namespace evenkeel {

/// Pictures that come back: a raw picture at 720p is 1.4 MB, too much to allocate and zero thirty times a second.
/// Thread-safe. Pictures may outlive the pool.
class PicturePool {
 public:
  /// A picture of the given size with unspecified contents. Its memory returns here with the last reference.
  std::shared_ptr<Picture> take(int width, int height) {
    std::unique_ptr<Picture> picture = shelf_->take();
    picture->resize(width, height);
    return {picture.release(), [shelf = shelf_](Picture* returned) { shelf->put(std::unique_ptr<Picture>(returned)); }};
  }

 private:
  // More than this are in use only while something downstream is stuck; what comes back then is freed.
  static constexpr std::size_t max_spare = 8;

  struct Shelf {
    std::unique_ptr<Picture> take() {
      const std::lock_guard lock(mutex);
      if (spare.empty()) return std::make_unique<Picture>();
      std::unique_ptr<Picture> picture = std::move(spare.back());
      spare.pop_back();
      return picture;
    }
    void put(std::unique_ptr<Picture> picture) {
      const std::lock_guard lock(mutex);
      if (spare.size() < max_spare) spare.push_back(std::move(picture));
    }

    std::mutex mutex;
    std::vector<std::unique_ptr<Picture>> spare;
  };
  std::shared_ptr<Shelf> shelf_ = std::make_shared<Shelf>();
};

}  // namespace evenkeel
