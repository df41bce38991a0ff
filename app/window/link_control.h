#pragma once

#include <string>

#include "app/call/call_run.h"
#include "app/cli/call_options.h"
#include "gui/backend/commands.h"

namespace evenkeel {

/// The emulated links of a call's peers, changed together while the call runs. Its functions report each change to the
/// run; if they return a sentence, nothing was changed.
class LinkControl {
 public:
  explicit LinkControl(CallRun& run);

  bool exists() const { return exists_; }
  const LinkSettings& settings() const { return settings_; }
  /// "schedule 0s:2.5Mbps,..." or "trace FILE", while it sets the capacity; otherwise empty.
  const std::string& program() const { return program_; }

  void set(const LinkSettings& settings);
  std::string set_schedule(const std::string& text);
  std::string set_trace(const std::string& path);

 private:
  void change_links(const std::function<void(Link&)>& change);
  void set_capacity(const Capacity& capacity);

  CallRun& run_;
  bool exists_ = false;
  LinkSettings settings_;
  std::string program_;
};

}  // namespace evenkeel
