#include "app/capture/file_source.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>

#include "app/capture/gstreamer_init.h"
#include "app/capture/pipeline_source.h"

namespace evenkeel {
namespace {

/// Only the first video stream is decoded; to raw video in any memory, as without "(ANY)" libav's decoders are passed
/// over. Within the ranges videoscale keeps the shape, and the size if it fits.
std::string describe(const VideoRequest& request) {
  return "uridecodebin name=in expose-all-streams=false caps=video/x-raw(ANY) ! videoconvert ! videoscale ! "
         "video/x-raw,format=I420,pixel-aspect-ratio=1/1,width=[1," +
         std::to_string(request.width) + "],height=[1," + std::to_string(request.height) +
         "] ! appsink name=out sync=true max-buffers=1 drop=true";
}

std::unique_ptr<Pipeline> open_file(const std::string& path, const VideoRequest& request, std::string& error) {
  const StringHandle uri(gst_filename_to_uri(path.c_str(), nullptr));
  std::unique_ptr<Pipeline> pipeline = Pipeline::create(describe(request), error);
  if (pipeline && uri) pipeline->set("in", "uri", uri.get());
  return pipeline;
}

/// What the file system says against it, which is clearer than what a pipeline would.
std::optional<std::string> unreadable(const std::string& path) {
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown)) return "it is a folder";
  if (access(path.c_str(), R_OK) == 0) return std::nullopt;
  return errno == ENOENT ? "no such file" : std::strerror(errno);
}

/// Plays until the second picture; what stands against the file, or nothing.
std::optional<std::string> try_file(const std::string& path, const VideoRequest& request) {
  std::string error;
  const std::unique_ptr<Pipeline> pipeline = open_file(path, request, error);
  if (!pipeline) return error;
  pipeline->play();
  int pictures = 0;
  for (int slice = 0; slice < 100 && !pipeline->at_end(); ++slice) {
    if (pipeline->pull(50ms) && ++pictures == 2) return std::nullopt;
    if (auto failure = pipeline->failure()) return failure;
  }
  if (pictures == 0 && !pipeline->missing().empty()) return pipeline->missing();
  return pictures == 0 ? "there is no picture in it" : "there is only one picture in it";
}

std::string sentence(const std::string& path, const std::string& reason) {
  return "Cannot read the video file '" + path + "': " + reason +
         ". Give --source a readable video, 'camera' or 'test'.";
}

}  // namespace

std::unique_ptr<VideoSource> make_file_source(const std::string& path, const VideoRequest& request,
                                              std::string& error) {
  const std::optional<std::string> not_started = init_gstreamer();
  if (not_started) {
    error = *not_started;
    return nullptr;
  }
  std::optional<std::string> reason = unreadable(path);
  if (!reason) reason = try_file(path, request);
  if (reason) {
    error = sentence(path, *reason);
    return nullptr;
  }
  PipelineSourceConfig config;
  config.what = "file '" + path + "'";
  config.heading = "VIDEO FILE LOST";
  config.line = "TRYING AGAIN";
  config.open = [path, request](std::string& why) { return open_file(path, request, why); };
  config.loop = true;
  config.request = request;
  return std::make_unique<PipelineSource>(std::move(config));
}

}  // namespace evenkeel
