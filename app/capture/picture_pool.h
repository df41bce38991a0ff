#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/base/data_size.h"
#include "core/frames/picture.h"

namespace evenkeel {

/// Reuses the memory of pictures: a raw picture at 720p is 1.4 MB, too much to allocate and zero thirty times a second.
/// Memory that is reused no more is freed. Thread-safe. Pictures may outlive the pool.
class PicturePool {
 public:
  /// A picture of the given size with unspecified contents. Its memory returns here with the last reference.
  std::shared_ptr<Picture> take(int width, int height) {
    auto picture = std::make_unique<Picture>();
    picture->width = width;
    picture->height = height;
    if (auto spare = spare_->take(picture->luma_size() + 2 * picture->chroma_size())) picture = std::move(spare);
    picture->resize(width, height);
    return {picture.release(), [spare = spare_](Picture* returned) { spare->put(std::unique_ptr<Picture>(returned)); }};
  }

  /// Frees what waits to be reused; for when no pictures are needed for a while.
  void give_back() { spare_->give_back(); }

  /// Memory that waits to be reused.
  DataSize waiting() const { return spare_->size(); }

 private:
  // More are in use only while a consumer is stuck; pictures returned beyond this number are freed.
  static constexpr std::size_t max_spare = 8;
  // So often pictures are taken before those that none of these times were needed are freed: seconds of a call.
  static constexpr int review_interval = 128;

  class Spare {
   public:
    /// For a picture of so many bytes; null if there is none. Frees those that have more than twice the memory.
    std::unique_ptr<Picture> take(std::size_t size) {
      const std::lock_guard lock(mutex_);
      std::erase_if(pictures_, [&](const auto& picture) { return picture->data.capacity() > 2 * size; });
      std::unique_ptr<Picture> picture;
      if (!pictures_.empty()) {
        picture = std::move(pictures_.back());
        pictures_.pop_back();
      }
      review();
      return picture;
    }
    void put(std::unique_ptr<Picture> picture) {
      const std::lock_guard lock(mutex_);
      if (pictures_.size() < max_spare) pictures_.push_back(std::move(picture));
    }
    void give_back() {
      const std::lock_guard lock(mutex_);
      pictures_.clear();
    }
    DataSize size() const {
      const std::lock_guard lock(mutex_);
      std::size_t sum = 0;
      for (const auto& picture : pictures_) sum += picture->data.capacity();
      return bytes(static_cast<std::int64_t>(sum));
    }

   private:
    void review() {
      unneeded_ = std::min(unneeded_, pictures_.size());
      if (++taken_ < review_interval) return;
      pictures_.erase(pictures_.begin(), pictures_.begin() + static_cast<std::ptrdiff_t>(unneeded_));
      taken_ = 0;
      unneeded_ = max_spare;
    }

    mutable std::mutex mutex_;
    std::vector<std::unique_ptr<Picture>> pictures_;
    int taken_ = 0;                     // since the last review
    std::size_t unneeded_ = max_spare;  // the fewest that were left since then
  };
  std::shared_ptr<Spare> spare_ = std::make_shared<Spare>();
};

}  // namespace evenkeel
