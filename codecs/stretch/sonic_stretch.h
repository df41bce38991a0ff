#pragma once

#include <memory>
#include <vector>

#include "core/frames/time_stretch.h"

namespace evenkeel {

/// By libsonic, which finds the period of a voice and overlaps whole ones. As a stream it gives nothing before it has
/// 31 ms of what comes, which is more than a jitter buffer holds that runs short. So it gets one window at a time, and
/// backwards: then what it changes is the newest part, and what it needs beside that may have been played.
class SonicStretch final : public TimeStretch {
 public:
  SonicStretch();
  ~SonicStretch() override;
  SonicStretch(const SonicStretch&) = delete;
  SonicStretch& operator=(const SonicStretch&) = delete;

  std::size_t window() const override;
  std::span<const std::int16_t> lengthened(std::span<const std::int16_t> window) override { return run(window, 0.5F); }
  std::span<const std::int16_t> shortened(std::span<const std::int16_t> window) override { return run(window, 2.0F); }

 private:
  struct Context;
  std::span<const std::int16_t> run(std::span<const std::int16_t> window, float speed);
  std::size_t read_all();

  std::unique_ptr<Context> context_;
  std::vector<std::int16_t> backwards_;
  std::vector<std::int16_t> result_;
};

}  // namespace evenkeel
