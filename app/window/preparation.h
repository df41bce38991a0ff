#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/capture/video_source.h"
#include "app/cli/call_options.h"
#include "core/net/udp_socket.h"
#include "gui/backend/commands.h"

namespace evenkeel {

/// What a call of the window needs before it can begin and what may take seconds to find: a camera, an address.
struct Preparation {
  std::string error;  ///< one sentence; empty where all is well
  std::string notice;
  std::unique_ptr<VideoSource> source;  ///< null where nothing is sent
  std::optional<Endpoint> endpoint;     ///< to be called, or to listen at; a demo has none
};
Preparation prepare_call(const StartCall& start, const CallOptions& options);
/// For the preview: the source alone.
Preparation prepare_source(const std::optional<std::string>& source, const CallOptions& options);

/// The options of a call: those that the program was told, with what the window chose.
CallOptions options_of(const StartCall& start, const CallOptions& told);

/// How calls are prepared; tests have other ways.
struct Preparations {
  std::function<Preparation(const StartCall&, const CallOptions&)> call = prepare_call;
  std::function<Preparation(const std::optional<std::string>&, const CallOptions&)> source = prepare_source;
};

}  // namespace evenkeel
