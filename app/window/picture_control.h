#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "app/call/call_run.h"
#include "app/process/detached_task.h"

namespace evenkeel {

/// The source of a call's picture as the window steers it: another one is looked for in a thread of its own. Owned by
/// the call's thread.
class PictureControl {
 public:
  PictureControl() = default;
  ~PictureControl() { given_up_.request_stop(); }
  PictureControl(const PictureControl&) = delete;
  PictureControl& operator=(const PictureControl&) = delete;

  void begin(const CallRun& run) { source_ = run.options().source.value_or(""); }
  /// As for --source, in place of one that is still looked for. Returns a sentence where nothing is sent.
  std::string choose(const CallRun& run, const std::string& source);
  /// Goes on. Returns a sentence about what was chosen and cannot be used; mostly nothing.
  std::string step(CallRun& run);
  /// What is used; empty: what the program found by itself.
  const std::string& source() const { return source_; }

 private:
  struct Made {
    std::unique_ptr<VideoSource> source;
    std::string message;
  };

  std::string source_, chosen_;
  DetachedTask<Made> making_;
  std::stop_source given_up_;  ///< of making_: a desktop may be asking what to show
};

}  // namespace evenkeel
