#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/peer.h"
#include "app/progress.h"
#include "app/recorder.h"
#include "app/run_description.h"
#include "app/run_folder.h"

namespace evenkeel {

/// What demo, listen and call have in common without a window: the source, the run folder, the loop that drains
/// telemetry and tells what happens, and the orderly end.
class HeadlessRun {
 public:
  HeadlessRun(const CallOptions& options, std::vector<std::string> command_line);
  ~HeadlessRun();

  /// Opens the source and the run folder. Returns nothing, or one sentence that says what failed.
  std::string open();
  /// The same of a peer.
  std::string add_peer(const Peer::Config& config, const std::string& name);

  LocalTime start() const { return start_; }
  Peer& peer(std::size_t index) { return *peers_[index].peer; }
  Progress& progress() { return progress_; }

  /// Runs until the duration is over, a signal comes, or `ended` returns true. `state` is for the progress line.
  void loop(const std::function<bool()>& ended, const std::function<std::string()>& state);

  /// Hangs up, writes and prints the summary. Returns the exit status.
  int finish();

 private:
  struct NamedPeer {
    std::string name;
    FlowName receives;
    std::unique_ptr<Peer> peer;
    int breaker_state = 0;
  };
  std::string check_recording() const;
  std::string open_source();
  std::string open_folder();
  void announce(NamedPeer& peer);
  void watch_source();

  CallOptions options_;
  std::vector<std::string> command_line_;
  LocalTime start_;
  Progress progress_;
  std::unique_ptr<VideoSource> source_;
  std::string source_state_;
  std::unique_ptr<RunFolder> folder_;
  std::unique_ptr<Recorder> recorder_;
  std::vector<NamedPeer> peers_;
};

}  // namespace evenkeel
