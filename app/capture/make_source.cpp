#include "app/capture/make_source.h"

#include <utility>
#include <vector>

#include "app/capture/devices.h"
#include "app/capture/find_camera.h"
#include "app/capture/test_source.h"

namespace evenkeel {
namespace {

constexpr int min_width = 64;
constexpr int min_height = 48;
constexpr int max_side = 4096;  // these are those of --size and --fps
constexpr double max_fps = 120;

bool makes_sense(const VideoRequest& request) {
  const bool size = request.width >= min_width && request.width <= max_side && request.height >= min_height &&
                    request.height <= max_side;
  return size && request.fps >= 1 && request.fps <= max_fps;
}

std::string list_names(const std::vector<CameraInfo>& cameras) {
  std::string out;
  for (const CameraInfo& camera : cameras) out += (out.empty() ? "'" : ", '") + camera.name + "'";
  return out;
}

std::unique_ptr<VideoSource> make_any_camera(const VideoRequest& request, std::string& message) {
  const auto [cameras, error] = list_cameras();
  if (const CameraInfo* const camera = default_camera(cameras)) return make_camera_source(*camera, request);
  message = error.empty()
                ? "Cannot find a camera on this machine. Plug one in, or give --source a video file or 'test'."
                : error;
  return nullptr;
}

std::unique_ptr<VideoSource> make_named_camera(const std::string& name, const VideoRequest& request,
                                               std::string& message) {
  const auto [cameras, error] = list_cameras();
  if (const CameraInfo* const camera = find_camera(cameras, name)) return make_camera_source(*camera, request);
  if (!error.empty()) return message = error, nullptr;
  message = "Cannot find the camera '" + name + "': ";
  message += cameras.empty() ? "this machine has none" : "there is " + list_names(cameras);
  message += ". Plug it in, or give --source another camera, a video file or 'test'.";
  return nullptr;
}

std::unique_ptr<VideoSource> make_default(const VideoRequest& request, std::uint64_t seed, std::string& message) {
  const auto [cameras, error] = list_cameras();
  const CameraInfo* const camera = default_camera(cameras);
  if (camera == nullptr) {
    message = error.empty() ? "No camera found, so the test picture is sent. Plug in a camera, or choose with --source."
                            : error + " The test picture is sent.";
    return std::make_unique<TestSource>(request, seed);
  }
  message = "Sending camera '" + title_of(*camera) + "'. Choose another with --source.";
  return make_camera_source(*camera, request);
}

}  // namespace

std::optional<SourceSpec> parse_source_spec(const std::string& text) {
  using Kind = SourceSpec::Kind;
  const std::string prefix = "camera:";
  if (text.empty() || text == prefix) return std::nullopt;
  if (text == "camera") return SourceSpec{Kind::any_camera, ""};
  if (text == "screen") return SourceSpec{Kind::screen, ""};
  if (text == "test") return SourceSpec{Kind::test, ""};
  if (text.starts_with(prefix)) return SourceSpec{Kind::named_camera, text.substr(prefix.size())};
  return SourceSpec{Kind::file, text};
}

std::unique_ptr<VideoSource> make_source(const std::optional<std::string>& spec, const VideoRequest& request,
                                         std::uint64_t seed, std::string& message,
                                         const std::function<bool()>& given_up) {
  message.clear();
  if (!makes_sense(request)) {
    message = "Cannot make pictures of that size or rate. Give --size 64x48 to 4096x4096 and --fps 1 to 120.";
    return nullptr;
  }
  if (!spec) return make_default(request, seed, message);
  const std::optional<SourceSpec> parsed = parse_source_spec(*spec);
  if (!parsed) {
    message = "Cannot tell a source from '" + *spec +
              "'. Give --source 'camera', 'camera:NAME', 'screen', 'test' or a video file.";
    return nullptr;
  }
  switch (parsed->kind) {
    case SourceSpec::Kind::any_camera:
      return make_any_camera(request, message);
    case SourceSpec::Kind::named_camera:
      return make_named_camera(parsed->name, request, message);
    case SourceSpec::Kind::screen:
      return make_screen_source(request, message, given_up);
    case SourceSpec::Kind::test:
      return std::make_unique<TestSource>(request, seed);
    case SourceSpec::Kind::file:
      break;
  }
  return make_file_source(parsed->name, request, message);
}

}  // namespace evenkeel
