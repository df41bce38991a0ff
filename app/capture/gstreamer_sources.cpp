#include "app/capture/make_source.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <optional>

#include "app/capture/find_camera.h"
#include "app/capture/gstreamer.h"
#include "app/capture/pipeline_source.h"
#include "app/capture/screen_share.h"

namespace evenkeel {
namespace {

std::string whole_rate(const VideoRequest& request) { return std::to_string(std::max(1L, std::lround(request.fps))); }

/// Square pixels if possible, otherwise any shape. Some V4L2 drivers leave the shape open; GStreamer would then take
/// the first of all shapes, which no scaler can handle.
std::string square_first(const std::string& caps, CameraInfo::Backend backend) {
  return backend == CameraInfo::Backend::v4l2 ? caps + ",pixel-aspect-ratio=1/1;" + caps : caps;
}

/// The caps that the camera must deliver. The first alternatives limit the rate, for cameras that have a rate that low.
std::string pin(const CameraFormat& format, const VideoRequest& request, CameraInfo::Backend backend) {
  const std::string size = ",width=" + std::to_string(format.width) + ",height=" + std::to_string(format.height);
  const std::string caps = format.pixels == "JPEG" ? "image/jpeg" + size : "video/x-raw,format=" + format.pixels + size;
  return " ! " + square_first(caps + ",framerate=[1/1," + whole_rate(request) + "/1]", backend) + ';' +
         square_first(caps, backend) + (format.pixels == "JPEG" ? " ! jpegdec" : "");
}

std::string range(int limit) { return "[1," + std::to_string(limit) + "]"; }

/// Upright, as tags say, and no larger than the request, in its own shape: within the ranges videoscale keeps it, and
/// the size if it fits. The colors are converted by copy_picture() alone: videoconvert takes no notice of the range of
/// most formats, so it is given nothing to convert to.
std::string fitted(const VideoRequest& request) {
  return " ! videoconvert name=convert ! videoflip video-direction=auto ! videoscale ! "
         "video/x-raw,format={I420,GRAY8},pixel-aspect-ratio=1/1,width=" +
         range(request.width) + ",height=" + range(request.height) + " ! appsink name=out max-buffers=1 drop=true";
}

/// What comes live, at most at the requested rate.
std::string live(const VideoRequest& request) {
  return " ! videorate drop-only=true max-rate=" + whole_rate(request) + fitted(request) + " sync=false";
}

/// Looks for the camera first: PipeWire would connect to a different camera if this one is missing.
std::unique_ptr<Pipeline> open_camera(const CameraInfo& wanted, const VideoRequest& request, std::string& error) {
  const CameraList list = list_cameras();
  const CameraInfo* const camera = find_again(list.cameras, wanted);
  if (camera == nullptr) {
    error = list.error.empty() ? "it is not plugged in" : list.error.substr(0, list.error.size() - 1);
    return nullptr;
  }
  std::unique_ptr<Pipeline> pipeline = Pipeline::create(describe_camera_pipeline(*camera, request), error);
  const bool v4l2 = camera->backend == CameraInfo::Backend::v4l2;
  if (pipeline) pipeline->set("in", v4l2 ? "device" : "target-object", camera->node);
  return pipeline;
}

/// Decodes only the first video stream, to raw video in any memory: without "(ANY)" libav's decoders would not be used.
std::string describe(const VideoRequest& request) {
  return "uridecodebin name=in expose-all-streams=false caps=video/x-raw(ANY)" + fitted(request);
}

std::unique_ptr<Pipeline> open_file(const std::string& path, const VideoRequest& request, std::string& error) {
  const StringHandle uri(gst_filename_to_uri(path.c_str(), nullptr));
  std::unique_ptr<Pipeline> pipeline = Pipeline::create(describe(request), error);
  if (pipeline && uri) pipeline->set("in", "uri", uri.get());
  return pipeline;
}

/// Why the file system refuses it, which is clearer than a pipeline's error. Nullopt if the file is readable.
std::optional<std::string> unreadable(const std::string& path) {
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown)) return "it is a folder";
  // Without a writer a pipe would be waited for, whatever ends the program.
  if (std::filesystem::exists(path, unknown) && !std::filesystem::is_regular_file(path, unknown))
    return "it is a pipe or a device, not a file";
  if (access(path.c_str(), R_OK) != 0) return errno == ENOENT ? "no such file" : std::strerror(errno);
  if (std::filesystem::is_empty(path, unknown)) return "it is empty";
  return std::nullopt;
}

/// Decodes up to the second picture, at any pace. Returns why there is none, or nullopt.
std::optional<std::string> try_file(const std::string& path, const VideoRequest& request, bool& single) {
  std::string error;
  const std::unique_ptr<Pipeline> pipeline = open_file(path, request, error);
  if (!pipeline) return error;
  pipeline->set("out", "sync", "false");
  pipeline->set("out", "drop", "false");
  pipeline->play();
  std::optional<std::string> failure;
  int pictures = 0;
  for (int slice = 0; slice < 100 && pictures < 2 && !failure && !pipeline->at_end(); ++slice) {
    if (pipeline->pull(50ms)) {
      ++pictures;
    } else {
      failure = pipeline->failure(Medium::video_file);
    }
  }
  single = pictures == 1 && (failure || pipeline->at_end());
  if (pictures > 0) return std::nullopt;
  if (failure) return failure;
  return pipeline->missing().empty() ? "there is no video in it" : pipeline->missing();
}

std::string sentence(const std::string& path, const std::string& reason) {
  return "Cannot read the video file '" + path + "': " + reason +
         ". Give --source a readable video, 'camera' or 'test'.";
}

/// What was chosen may change its size. `screen` outlives the pipeline, which uses its connection.
std::unique_ptr<Pipeline> open_screen(ScreenShare& screen, const VideoRequest& request, std::string& error) {
  const int fd = screen.connect();
  if (fd < 0) {
    error = "the desktop no longer shows it";
    return nullptr;
  }
  std::unique_ptr<Pipeline> pipeline =
      Pipeline::create("pipewiresrc name=in do-timestamp=true keepalive-time=100" + live(request), error);
  if (!pipeline) return nullptr;
  pipeline->set("in", "fd", std::to_string(fd));
  pipeline->set("in", "path", std::to_string(screen.node()));
  return pipeline;
}

}  // namespace

std::string describe_camera_pipeline(const CameraInfo& camera, const VideoRequest& request) {
  const bool v4l2 = camera.backend == CameraInfo::Backend::v4l2;
  const CameraFormat* const format = choose_format(camera, request.width, request.height, request.fps);
  std::string out = v4l2 ? "v4l2src name=in" : "pipewiresrc name=in do-timestamp=true";
  if (format != nullptr) out += pin(*format, request, camera.backend);
  return out + live(request);
}

std::unique_ptr<VideoSource> make_camera_source(const CameraInfo& camera, const VideoRequest& request) {
  PipelineSourceConfig config;
  config.what = "camera '" + title_of(camera) + "'";
  config.opening = "THE CAMERA STARTS";
  config.heading = "CAMERA LOST";
  config.line = "TRYING AGAIN";
  config.open = [camera, request](std::string& error) { return open_camera(camera, request, error); };
  config.aged = true;
  config.request = request;
  return std::make_unique<PipelineSource>(std::move(config));
}

std::unique_ptr<VideoSource> make_screen_source(const VideoRequest& request, std::string& error,
                                                const std::function<bool()>& given_up) {
  if (const auto not_started = init_gstreamer()) {
    error = *not_started;
    return nullptr;
  }
  std::shared_ptr<ScreenShare> screen = ScreenShare::ask(error, given_up);
  if (!screen) return nullptr;
  PipelineSourceConfig config;
  config.what = "screen";
  config.opening = "THE SCREEN COMES";
  config.heading = "NOTHING IS SHOWN";
  config.line = "THE CALL CONTINUES";
  config.then = "choose it anew to show it again";
  config.medium = Medium::screen;
  config.open = [screen, request](std::string& why) { return open_screen(*screen, request, why); };
  config.aged = true;
  config.request = request;
  return std::make_unique<PipelineSource>(std::move(config));
}

std::unique_ptr<VideoSource> make_file_source(const std::string& path, const VideoRequest& request,
                                              std::string& error) {
  const std::optional<std::string> not_started = init_gstreamer();
  if (not_started) {
    error = *not_started;
    return nullptr;
  }
  std::optional<std::string> reason = unreadable(path);
  bool single = false;
  if (!reason) reason = try_file(path, request, single);
  if (reason) {
    error = sentence(path, *reason);
    return nullptr;
  }
  PipelineSourceConfig config;
  config.what = "file '" + path + "'";
  config.opening = "THE VIDEO FILE STARTS";
  config.heading = "VIDEO FILE LOST";
  config.line = "TRYING AGAIN";
  config.open = [path, request](std::string& why) { return open_file(path, request, why); };
  config.medium = Medium::video_file;
  config.single = single;
  config.request = request;
  return std::make_unique<PipelineSource>(std::move(config));
}

}  // namespace evenkeel
