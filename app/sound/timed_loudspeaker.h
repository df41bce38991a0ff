#pragma once

#include <memory>
#include <string>
#include <utility>

#include "app/sound/timed_pull.h"
#include "app/sound/wav_file.h"

namespace evenkeel {

/// Takes blocks by the monotonic clock, and writes them to a file where it has one. A file that cannot be written any
/// more, as on a full disk, is `lost`; what was written stays.
class TimedLoudspeaker final : public Loudspeaker {
 public:
  /// `what`: in words, for the state; empty: nothing is to be said of it. `file`: may be null.
  explicit TimedLoudspeaker(std::string what, std::unique_ptr<WavWriter> file = nullptr)
      : what_(std::move(what)), file_(std::move(file)) {}

  void start(SoundPull pull) override {
    timer_.start(std::move(pull), [this](const SoundBlock& block) { written_ = written_ && write(block); });
  }
  void stop() override { timer_.stop(); }
  SourceState state() const override {
    if (written_) return {SourceState::Kind::running, what_.empty() ? "" : "what is heard goes into the " + what_};
    return {SourceState::Kind::lost, what_ + " cannot be written any more"};
  }
  SchedulingClass scheduling() const override { return timer_.scheduling(); }
  bool records() const override { return file_ != nullptr && written_; }

 private:
  bool write(const SoundBlock& block) { return !file_ || file_->write(block); }

  const std::string what_;
  std::unique_ptr<WavWriter> file_;
  std::atomic<bool> written_{true};
  TimedPull timer_;
};

}  // namespace evenkeel
