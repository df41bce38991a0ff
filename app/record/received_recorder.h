#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "app/record/ivf.h"
#include "app/record/recording_zero.h"
#include "core/rtp/frame_assembler.h"

namespace evenkeel {

/// Writes received pictures into an IVF file as they came. Begins with a key frame; can be started and stopped during a
/// call, from any thread. After a failure, or at its limit, nothing more is written; until start() error() keeps the
/// sentence about the one, end() about the other.
class ReceivedRecorder {
 public:
  /// The file stays within `limit`, and ends with the last picture for which there is room. Its first picture stands
  /// from `zero` on: some players leave out what is before it, and sound would not be in step.
  void start(std::string path, DataSize limit, std::shared_ptr<RecordingZero> zero);
  void stop();
  void on_frame(const ReceivedFrame& frame);

  bool running() const;
  /// Its file has been named, and has neither failed nor ended.
  bool writes() const;
  std::string error() const;
  std::string end() const;
  /// Of the file, as far as it is written.
  DataSize size() const;
  /// Where its last picture stands.
  Duration length() const;

 private:
  void write(const ReceivedFrame& frame);
  void stop_at_limit();
  bool begin(const ReceivedFrame& frame);
  Duration place(const ReceivedFrame& frame);

  mutable std::mutex mutex_;
  std::string path_;  // empty: not recording
  DataSize limit_;
  IvfWriter ivf_;
  std::shared_ptr<RecordingZero> zero_;
  std::optional<std::uint32_t> first_timestamp_;
  Duration first_time_{};  // when that picture came
  bool empty_ = true;
  Duration length_{};
  std::string error_;
  std::string end_;
};

}  // namespace evenkeel
