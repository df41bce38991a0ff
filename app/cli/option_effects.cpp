#include "app/cli/option_effects.h"

#include <algorithm>
#include <initializer_list>

#include "app/cli/record_options.h"
#include "app/cli/server_place.h"

namespace evenkeel {
namespace {

/// What all of the checks look at.
struct Use {
  Command command;
  const CallOptions& options;
  const std::set<std::string>& given;

  bool has(const char* name) const { return given.contains(name); }
  /// The first of these that is given, as "--NAME"; empty if none is.
  std::string first_of(std::initializer_list<const char*> names) const {
    const auto* const found = std::ranges::find_if(names, [this](const char* name) { return has(name); });
    return found == names.end() ? "" : std::string("--") + *found;
  }
};

std::string check_commands(const Use& use) {
  const Command command = use.command;
  if (command != Command::call && (use.has("whip") || use.has("whep"))) {
    return "--whip and --whep are for 'evenkeel call': nobody else calls a server.";
  }
  if (!use.has("map-port") || !use.options.map_port) return {};
  if (command == Command::call) return "--map-port is for listen: a call needs no port of the router.";
  return command == Command::demo ? "--map-port is for listen: a demo stays on this machine." : "";
}

std::string check_window_options(const Use& use) {
  const std::string name = use.first_of({"surface", "ring", "recordings"});
  return use.options.headless && !name.empty() ? name + " is for a window, and --headless opens none: leave one out."
                                               : "";
}

std::string check_listener_options(const Use& use) {
  const std::string name = use.first_of(
      {"address", "link-file", "keep-link", "page", "page-bind", "page-cert", "page-key", "no-page", "answer"});
  if (use.options.headless && use.command != Command::listen && !name.empty()) {
    return name + " is for listen: no other command waits for a call.";
  }
  if (use.options.insecure_rtp && use.has("answer") && use.options.answer == "ask")
    return "--answer ask means nothing: --insecure-rtp takes every call at once.";
  const std::string of_link = use.first_of({"address", "keep-link"});
  return use.options.insecure_rtp && !of_link.empty() ? of_link + " means nothing: --insecure-rtp makes no link." : "";
}

std::string check_reply_code_option(const Use& use) {
  if (!use.has("reply-code")) return {};
  if (use.options.headless && use.command != Command::call) return "--reply-code is for call: only a caller shows one.";
  if (use.options.reply_code != "always") return {};
  if (use.options.insecure_rtp) return "--reply-code means nothing: --insecure-rtp calls addresses as they are.";
  return told_server(use.options).empty() ? "" : "--reply-code means nothing: a call by a media server needs none.";
}

std::string check_recorded_pictures(const Use& use) {
  const CallOptions& o = use.options;
  if (!use.has("record-pictures") || o.record_pictures != "both" || !o.record) return {};
  const std::string format = format_in_name(*o.record);
  if (format == "ivf" || (format.empty() && o.record_format != "webm")) {
    return "--record-pictures both needs a WebM file: name one as --record FILE.webm.";
  }
  if (!o.receive_only && !o.whep) return {};
  return "--record-pictures both needs pictures of this side, and none are sent: leave it out.";
}

std::string check_recording_options(const Use& use) {
  const CallOptions& o = use.options;
  const std::string name = use.first_of({"record-pictures", "record-format", "record-limit"});
  if (o.headless && !name.empty() && !o.record) return name + " needs --record FILE: nothing else is recorded.";
  const std::string format = o.record ? format_in_name(*o.record) : "";
  if (o.headless && use.has("record-format") && !format.empty() && format != o.record_format) {
    return "--record-format " + *o.record_format + " and --record '" + *o.record +
           "' contradict each other: the name of a file says its format.";
  }
  if (o.record && !o.record_format) {
    if (const std::string error = check_recording_format(*o.record); !error.empty()) return "--record: " + error;
  }
  return check_recorded_pictures(use);
}

std::string check_sound_options(const Use& use) {
  const CallOptions& o = use.options;
  const bool hears_nothing = o.send_only || o.whip;
  if (!o.headless || !use.has("speaker") || o.speaker == "none" || !hears_nothing) return {};
  return "--speaker needs received sound, and " + std::string(o.whip ? "--whip" : "--send-only") + " only sends.";
}

// In a configuration a link may have a capacity that the schedule on the command line replaces.
std::string check_capacity(const Use& use) {
  const std::string program = use.first_of({"link-schedule", "link-trace"});
  const bool has_capacity =
      use.has("link") && (',' + use.options.link.value_or("")).find(",capacity=") != std::string::npos;
  if (program.empty() || !has_capacity) return {};
  return "--link capacity=RATE and " + program + " exclude each other: both say the capacity.";
}

}  // namespace

std::string check_effects(Command command, const CallOptions& options, const std::set<std::string>& given) {
  const Use use{command, options, given};
  for (const auto check : {check_commands, check_window_options, check_listener_options, check_reply_code_option,
                           check_recording_options, check_sound_options, check_capacity}) {
    if (std::string error = check(use); !error.empty()) return error;
  }
  return {};
}

}  // namespace evenkeel
