#pragma once

#include <set>
#include <string>
#include <vector>

#include "app/cli/call_options.h"
#include "gui/backend/option_store.h"

namespace evenkeel {

/// Every option that has one value, in the order of option_specs().
std::vector<OptionInfo> describe_options(const CallOptions& base);

/// "start-bitrate", "min-bitrate" and "max-bitrate".
OptionTexts rate_limit_texts(const CallOptions& options);

/// `base` with these texts, checked against each other, and with the password of a file that `base` does not name. The
/// error is one sentence, which names options as "--max-bitrate".
Parsed<CallOptions> with_texts(const CallOptions& base, const OptionTexts& texts);

/// What was kept from an earlier start, applied to what the program was told.
struct KeptOptions {
  CallOptions options;
  OptionTexts taken;   ///< without those that `named` has
  std::string notice;  ///< one sentence about those that do not fit any longer and are left out; empty: none
};
KeptOptions take_kept(const CallOptions& told, const std::set<std::string>& named, const OptionTexts& kept);

}  // namespace evenkeel
