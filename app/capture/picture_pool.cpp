#include "app/capture/picture_pool.h"

#include <utility>

namespace evenkeel {
namespace {

// More than this are in use only while something downstream is stuck; what comes back then is freed.
constexpr std::size_t kMaxSpare = 8;

}  // namespace

std::shared_ptr<Picture> PicturePool::take(int width, int height) {
  std::unique_ptr<Picture> picture;
  {
    const std::lock_guard lock(shelf_->mutex);
    if (!shelf_->spare.empty()) {
      picture = std::move(shelf_->spare.back());
      shelf_->spare.pop_back();
    }
  }
  if (!picture) picture = std::make_unique<Picture>();
  picture->resize(width, height);
  return {picture.release(), [shelf = shelf_](Picture* returned) {
            std::unique_ptr<Picture> owned(returned);
            const std::lock_guard lock(shelf->mutex);
            if (shelf->spare.size() < kMaxSpare) shelf->spare.push_back(std::move(owned));
          }};
}

}  // namespace evenkeel
