#include "codecs/stretch/sonic_stretch.h"

#include <sonic.h>

#include <algorithm>

#include "core/frames/sound.h"

namespace evenkeel {
namespace {

// Two of the longest periods: what libsonic waits for before it takes the first step, and takes one step on.
constexpr std::size_t window_samples = 2 * (samples_per_second / SONIC_MIN_PITCH);

}  // namespace

struct SonicStretch::Context {
  Context() : stream(sonicCreateStream(samples_per_second, 1)) {}
  ~Context() {
    if (stream != nullptr) sonicDestroyStream(stream);
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  sonicStream stream;
};

SonicStretch::SonicStretch()
    : context_(std::make_unique<Context>()), backwards_(window_samples), result_(2 * window_samples) {}
SonicStretch::~SonicStretch() = default;

std::size_t SonicStretch::window() const { return window_samples; }

// At these speeds one step is one period twice, or two as one, and nothing is left to be copied at the next step. Back
// at normal speed the rest of the window comes out as it is.
std::span<const std::int16_t> SonicStretch::run(std::span<const std::int16_t> window, float speed) {
  if (context_->stream == nullptr || window.size() != window_samples) return {};
  std::reverse_copy(window.begin(), window.end(), backwards_.begin());
  sonicSetSpeed(context_->stream, speed);
  const bool written =
      sonicWriteShortToStream(context_->stream, backwards_.data(), static_cast<int>(window_samples)) != 0;
  sonicSetSpeed(context_->stream, 1.0F);
  const bool flushed = sonicWriteShortToStream(context_->stream, backwards_.data(), 0) != 0;
  const std::size_t size = read_all();
  if (!written || !flushed) return {};
  std::reverse(result_.begin(), result_.begin() + static_cast<std::ptrdiff_t>(size));
  return std::span(result_).first(size);
}

std::size_t SonicStretch::read_all() {
  std::size_t size = 0;
  while (size < result_.size()) {
    const auto room = static_cast<int>(result_.size() - size);
    const int read = sonicReadShortFromStream(context_->stream, result_.data() + size, room);
    if (read <= 0) break;
    size += static_cast<std::size_t>(read);
  }
  return size;
}

}  // namespace evenkeel
