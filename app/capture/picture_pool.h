#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "core/frames/picture.h"

namespace evenkeel {

/// Pictures that come back: a raw picture at 720p is 1.4 MB, too much to allocate and zero thirty times a second.
/// Thread-safe. Pictures may outlive the pool.
class PicturePool {
 public:
  /// A picture of the given size with unspecified contents. Its memory returns here with the last reference.
  std::shared_ptr<Picture> take(int width, int height);

 private:
  struct Shelf {
    std::mutex mutex;
    std::vector<std::unique_ptr<Picture>> spare;
  };
  std::shared_ptr<Shelf> shelf_ = std::make_shared<Shelf>();
};

}  // namespace evenkeel
