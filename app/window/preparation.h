#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/call/call_sources.h"
#include "app/call/server_call.h"
#include "app/cli/call_options.h"
#include "app/cli/call_place.h"
#include "core/net/udp_socket.h"
#include "gui/backend/commands.h"

namespace evenkeel {

/// What was chosen in the window and is not there any more: the system's take their places.
struct MissingDevices {
  bool microphone = false;
  bool loudspeaker = false;
};

/// What a call needs before it begins and may take seconds to find: a camera, an address.
struct Preparation {
  std::string error;    ///< one sentence; empty on success
  CallSources sources;  ///< without an error of their own
  MissingDevices missing{};
  std::optional<CallPlace> place;      ///< to call, or to listen at; none for a demo
  std::unique_ptr<JoinedCall> joined;  ///< of a call by a media server
};
/// A cancellation ends what it can, from another thread.
Preparation prepare_call(const StartCall& start, const CallOptions& options, const Cancellation& cancellation);
/// Only the picture, for the preview.
Preparation prepare_source(const std::optional<std::string>& source, const CallOptions& options);

/// The media server that the call goes by; nullopt where none is between.
std::optional<ServerPlace> server_of(const StartCall& start);

/// A choice of the window as an option has it: nullopt for the system's device.
std::optional<std::string> device_option(const std::string& chosen);

void set_shadows(const std::vector<std::string>& names, CallOptions& options);
/// The options of a call: those of the program, overridden by the window's choices.
CallOptions options_of(const StartCall& start, const CallOptions& told);

/// How calls are prepared; tests replace these functions.
struct Preparations {
  std::function<Preparation(const StartCall&, const CallOptions&, const Cancellation&)> call = prepare_call;
  std::function<Preparation(const std::optional<std::string>&, const CallOptions&)> source = prepare_source;
};

}  // namespace evenkeel
