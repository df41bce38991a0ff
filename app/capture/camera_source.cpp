#include "app/capture/camera_source.h"

#include <algorithm>
#include <cmath>

#include "app/capture/find_camera.h"
#include "app/capture/pipeline_source.h"

namespace evenkeel {
namespace {

std::string whole_rate(const VideoRequest& request) { return std::to_string(std::max(1L, std::lround(request.fps))); }

/// Square pixels where there are such, else whatever there is. Of V4L2 drivers some leave the shape open, and GStreamer
/// would take the first of all shapes then, which no scaler can handle.
std::string square_first(const std::string& caps, CameraInfo::Backend backend) {
  return backend == CameraInfo::Backend::v4l2 ? caps + ",pixel-aspect-ratio=1/1;" + caps : caps;
}

/// What the camera itself is to deliver. The first alternatives limit the rate, where the camera has one that low.
std::string pin(const CameraFormat& format, const VideoRequest& request, CameraInfo::Backend backend) {
  const std::string size = ",width=" + std::to_string(format.width) + ",height=" + std::to_string(format.height);
  const std::string caps = format.pixels == "JPEG" ? "image/jpeg" + size : "video/x-raw,format=" + format.pixels + size;
  return " ! " + square_first(caps + ",framerate=[1/1," + whole_rate(request) + "/1]", backend) + ';' +
         square_first(caps, backend) + (format.pixels == "JPEG" ? " ! jpegdec" : "");
}

std::string range(int limit) { return "[1," + std::to_string(limit) + "]"; }

/// Looks for the camera first: PipeWire would connect us to another one where ours is missing.
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

}  // namespace

std::string describe_camera_pipeline(const CameraInfo& camera, const VideoRequest& request) {
  const bool v4l2 = camera.backend == CameraInfo::Backend::v4l2;
  const CameraFormat* const format = choose_format(camera, request.width, request.height, request.fps);
  std::string out = v4l2 ? "v4l2src name=in" : "pipewiresrc name=in do-timestamp=true";
  if (format != nullptr) out += pin(*format, request, camera.backend);
  out += " ! videorate drop-only=true max-rate=" + whole_rate(request);
  out += " ! videoconvert ! videoscale ! video/x-raw,format=I420,pixel-aspect-ratio=1/1,width=" + range(request.width) +
         ",height=" + range(request.height);
  return out + " ! appsink name=out sync=false max-buffers=1 drop=true";
}

std::unique_ptr<VideoSource> make_camera_source(const CameraInfo& camera, const VideoRequest& request) {
  PipelineSourceConfig config;
  config.what = "camera '" + title_of(camera) + "'";
  config.heading = "CAMERA LOST";
  config.line = "TRYING AGAIN";
  config.open = [camera, request](std::string& error) { return open_camera(camera, request, error); };
  config.aged = true;
  config.request = request;
  return std::make_unique<PipelineSource>(std::move(config));
}

}  // namespace evenkeel
