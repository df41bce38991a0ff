#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "app/record/ivf.h"
#include "core/rtp/frame_assembler.h"

namespace evenkeel {

/// Writes received pictures into an IVF file as they came. Begins with a key frame; can be started and stopped during a
/// call, from any thread. After a failure nothing more is written; error() keeps the sentence about it until start().
class ReceivedRecorder {
 public:
  void start(std::string path);
  void stop();
  void on_frame(const ReceivedFrame& frame);

  bool running() const;
  std::string error() const;

 private:
  void write(const ReceivedFrame& frame);
  bool begin(const ReceivedFrame& frame);

  mutable std::mutex mutex_;
  std::string path_;  // empty: not recording
  IvfWriter ivf_;
  std::optional<std::uint32_t> first_timestamp_;
  std::string error_;
};

}  // namespace evenkeel
