#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/frames/picture.h"

namespace evenkeel {

/// Reuses the memory of pictures: a raw picture at 720p is 1.4 MB, too much to allocate and zero thirty times a second.
/// Thread-safe. Pictures may outlive the pool.
class PicturePool {
 public:
  /// A picture of the given size with unspecified contents. Its memory returns here with the last reference.
  std::shared_ptr<Picture> take(int width, int height) {
    std::unique_ptr<Picture> picture = spare_->take();
    picture->resize(width, height);
    return {picture.release(), [spare = spare_](Picture* returned) { spare->put(std::unique_ptr<Picture>(returned)); }};
  }

 private:
  // More are in use only while a consumer is stuck; pictures returned beyond this number are freed.
  static constexpr std::size_t max_spare = 8;

  struct Spare {
    std::unique_ptr<Picture> take() {
      const std::lock_guard lock(mutex);
      if (pictures.empty()) return std::make_unique<Picture>();
      std::unique_ptr<Picture> picture = std::move(pictures.back());
      pictures.pop_back();
      return picture;
    }
    void put(std::unique_ptr<Picture> picture) {
      const std::lock_guard lock(mutex);
      if (pictures.size() < max_spare) pictures.push_back(std::move(picture));
    }

    std::mutex mutex;
    std::vector<std::unique_ptr<Picture>> pictures;
  };
  std::shared_ptr<Spare> spare_ = std::make_shared<Spare>();
};

}  // namespace evenkeel
