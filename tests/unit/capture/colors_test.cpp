#include <gst/app/gstappsrc.h>
#include <gst/video/video.h>

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "app/capture/make_source.h"
#include "app/capture/pipeline.h"
#include "tests/unit/capture/pixels.h"

namespace evenkeel {
namespace {

struct Color {
  double r, g, b;  // 0 to 1
};
constexpr std::array<Color, 8> colors{
    {{1, 1, 1}, {0, 0, 0}, {0.5, 0.5, 0.5}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.9, 0.7, 0.6}, {0.1, 0.4, 0.5}}};
constexpr std::size_t greys = 3;  // these come first

/// Of BT.601 in 8 bits, by the numbers of the recommendation.
struct Levels {
  double y, u, v;
};
Levels expected(const Color& c) {
  return {16 + 65.481 * c.r + 128.553 * c.g + 24.966 * c.b, 128 - 37.797 * c.r - 74.203 * c.g + 112 * c.b,
          128 + 112 * c.r - 93.786 * c.g - 18.214 * c.b};
}

enum class Matrix { bt601, bt709, bt2020 };

/// What a camera or a decoder has.
struct Source {
  const char* format;
  const char* colorimetry;  // empty: not in the caps
  Matrix matrix;
  bool full;
  int width, height;
  const char* more = "";  // of the caps
};
std::ostream& operator<<(std::ostream& out, const Source& s) {
  return out << s.format << ' ' << s.colorimetry << ' ' << s.width << 'x' << s.height << s.more;
}

/// Y'CbCr by the definition, in 8 bits with a fraction.
std::array<double, 3> encode(const Color& c, const Source& source) {
  const auto [kr, kb] = source.matrix == Matrix::bt709    ? std::pair(0.2126, 0.0722)
                        : source.matrix == Matrix::bt2020 ? std::pair(0.2627, 0.0593)
                                                          : std::pair(0.299, 0.114);
  const double y = kr * c.r + (1 - kr - kb) * c.g + kb * c.b;
  const double u = (c.b - y) / (2 - 2 * kb), v = (c.r - y) / (2 - 2 * kr);
  if (source.full) return {255 * y, 128 + 255 * u, 128 + 255 * v};
  return {16 + 219 * y, 128 + 224 * u, 128 + 224 * v};
}

std::array<double, 3> pixel_of(const Color& c, const Source& source, const GstVideoFormatInfo* format) {
  if (GST_VIDEO_FORMAT_INFO_IS_RGB(format)) return {255 * c.r, 255 * c.g, 255 * c.b};
  return encode(c, source);
}

/// For GStreamer to pack: alpha and three components, of 8 or 16 bits.
template <typename Component>
std::vector<Component> make_row(const Source& source, const GstVideoFormatInfo* format) {
  const double scale = sizeof(Component) == 1 ? 1 : source.full ? 257 : 256;
  std::vector<Component> row;
  for (int x = 0; x < source.width; ++x) {
    const auto color = static_cast<std::size_t>(x) * colors.size() / static_cast<std::size_t>(source.width);
    row.push_back(static_cast<Component>(~0U));
    for (const double value : pixel_of(colors[color], source, format)) {
      row.push_back(static_cast<Component>(std::lround(std::min(value, 255.0) * scale)));
    }
  }
  return row;
}

using Bytes = std::vector<std::uint8_t>;

/// A frame of eight bars.
Bytes make_frame(const Source& source) {
  GstVideoInfo info;
  const GstVideoFormat format = gst_video_format_from_string(source.format);
  gst_video_info_set_format(&info, format, static_cast<guint>(source.width), static_cast<guint>(source.height));
  Bytes data(info.size);
  std::array<gpointer, GST_VIDEO_MAX_PLANES> planes{};
  for (std::size_t i = 0; i < GST_VIDEO_INFO_N_PLANES(&info); ++i) planes[i] = data.data() + info.offset[i];
  const auto small = make_row<std::uint8_t>(source, info.finfo);
  const auto wide = make_row<std::uint16_t>(source, info.finfo);
  const bool eight =
      info.finfo->unpack_format == GST_VIDEO_FORMAT_AYUV || info.finfo->unpack_format == GST_VIDEO_FORMAT_ARGB;
  const void* const row = eight ? static_cast<const void*>(small.data()) : wide.data();
  for (int y = 0; y < source.height; ++y) {
    info.finfo->pack_func(info.finfo, GST_VIDEO_PACK_FLAG_NONE, const_cast<void*>(row), 0, planes.data(), info.stride,
                          GST_VIDEO_CHROMA_SITE_UNKNOWN, y, source.width);
  }
  return data;
}

std::string caps_of(const Source& source) {
  const std::string stated = *source.colorimetry != 0 ? std::string(",colorimetry=") + source.colorimetry : "";
  return std::string("video/x-raw,format=") + source.format + ",width=" + std::to_string(source.width) +
         ",height=" + std::to_string(source.height) + ",framerate=30/1,pixel-aspect-ratio=1/1" + stated + source.more;
}

void push(const Pipeline& pipeline, const Bytes& frame) {
  const auto in = pipeline.find("in");
  for (int i = 0; i < 2; ++i) {
    GstBuffer* const buffer = gst_buffer_new_memdup(frame.data(), frame.size());
    GST_BUFFER_PTS(buffer) = static_cast<GstClockTime>(i) * GST_SECOND / 30;
    gst_app_src_push_buffer(GST_APP_SRC(in.get()), buffer);  // takes it
  }
  gst_app_src_end_of_stream(GST_APP_SRC(in.get()));
}

/// What a camera sends whose driver delivers such frames; `more`: elements in between.
std::shared_ptr<Picture> send(const Source& source, const Bytes& frame, const VideoRequest& request,
                              const std::string& more = "") {
  REQUIRE_FALSE(init_gstreamer());
  CameraInfo camera;
  camera.formats = {{source.width, source.height, 30, source.format}};
  std::string text = describe_camera_pipeline(camera, request);
  const std::string driver = "v4l2src name=in";
  REQUIRE(text.starts_with(driver));
  text.replace(0, driver.size(), "appsrc name=in format=time caps=\"" + caps_of(source) + "\"" + more);
  std::string error;
  const auto pipeline = Pipeline::create(text, error);
  INFO(text << ' ' << error);
  REQUIRE(pipeline);
  pipeline->play();
  push(*pipeline, frame);
  const SampleHandle sample = pipeline->pull(20s);
  INFO(pipeline->failure().value_or("no failure"));
  REQUIRE(sample);
  static PicturePool pool;
  auto picture = copy_picture(sample.get(), pool);
  REQUIRE(picture);
  return picture;
}

/// Within 2 levels of grey, and 4 of colors, in the middle of each bar.
void check_bars(const Picture& picture, std::size_t bars) {
  for (std::size_t i = 0; i < bars; ++i) {
    const int x = static_cast<int>(2 * i + 1) * picture.width / static_cast<int>(2 * colors.size());
    const int y = picture.height / 2;
    const auto chroma = static_cast<std::size_t>(y / 2 * picture.chroma_width() + x / 2);
    const Levels want = expected(colors[i]);
    const double slack = i < greys ? 2 : 4;
    INFO("bar " << i);
    CHECK(luma(picture, x, y) == Approx(want.y).margin(slack));
    CHECK(picture.u()[chroma] == Approx(want.u).margin(slack));
    CHECK(picture.v()[chroma] == Approx(want.v).margin(slack));
  }
}

}  // namespace

TEST_CASE("Whatever a camera delivers, its colors are sent as BT.601 in limited range", "[gstreamer]") {
  const Source source = GENERATE(values<Source>({
      {"I420", "", Matrix::bt601, false, 160, 96},
      {"I420", "bt601", Matrix::bt601, false, 160, 96},
      {"I420", "1:4:0:0", Matrix::bt601, true, 160, 96},  // jpegdec
      {"I420", "1:4:7:1", Matrix::bt601, true, 160, 720},
      {"Y42B", "1:4:0:0", Matrix::bt601, true, 160, 96},
      {"Y444", "1:4:0:0", Matrix::bt601, true, 160, 96},
      {"I420", "bt709", Matrix::bt709, false, 160, 96},
      {"I420", "", Matrix::bt709, false, 160, 720},
      {"I420", "2:0:0:0", Matrix::bt709, false, 160, 720},  // of Matroska
      {"I420", "0:3:0:0", Matrix::bt709, false, 160, 96},
      {"I420", "1:3:5:1", Matrix::bt709, true, 160, 720},
      {"I420", "bt2020", Matrix::bt2020, false, 160, 96},
      {"YUY2", "", Matrix::bt601, false, 160, 96},
      {"YUY2", "2:4:7:1", Matrix::bt601, false, 160, 720},  // uvcvideo
      {"YUY2", "", Matrix::bt709, false, 160, 720},
      {"YUY2", "1:4:7:1", Matrix::bt601, true, 160, 96},
      {"UYVY", "bt709", Matrix::bt709, false, 160, 96},
      {"YVYU", "1:3:5:1", Matrix::bt709, true, 160, 96},
      {"NV12", "bt601", Matrix::bt601, false, 160, 96},
      {"NV12", "bt709", Matrix::bt709, false, 160, 96},
      {"NV12", "1:4:7:1", Matrix::bt601, true, 160, 96},
      {"NV12", "1:3:5:1", Matrix::bt709, true, 160, 720},
      {"NV21", "1:3:5:1", Matrix::bt709, true, 160, 96},
      {"YV12", "bt709", Matrix::bt709, false, 160, 96},
      {"I420_10LE", "bt601", Matrix::bt601, false, 160, 96},
      {"I420_10LE", "bt709", Matrix::bt709, false, 160, 96},
      {"I420_10LE", "1:4:7:1", Matrix::bt601, true, 160, 96},
      {"I420_10LE", "bt2020-10", Matrix::bt2020, false, 160, 720},
      {"P010_10LE", "1:3:5:1", Matrix::bt709, true, 160, 96},
      {"I422_10LE", "bt709", Matrix::bt709, false, 160, 96},
      {"RGB", "", Matrix::bt601, true, 160, 96},
      {"RGB", "sRGB", Matrix::bt601, true, 160, 720},
      {"BGRx", "", Matrix::bt601, true, 160, 720},
      {"BGRA", "1:1:0:0", Matrix::bt601, true, 160, 720},
      {"GBR", "", Matrix::bt601, true, 160, 720},
      {"I420", "1:4:0:0", Matrix::bt601, true, 161, 97},  // odd sizes
      {"YUY2", "bt709", Matrix::bt709, false, 161, 97},
      {"NV12", "1:3:5:1", Matrix::bt709, true, 161, 97},
      {"RGB", "", Matrix::bt601, true, 161, 721},
      {"I420", "1:4:0:0", Matrix::bt601, true, 160, 96, ",interlace-mode=interleaved"},
      {"I420", "", Matrix::bt709, false, 160, 720, ",interlace-mode=interleaved"},
      {"YUY2", "1:3:5:1", Matrix::bt709, true, 160, 96, ",interlace-mode=interleaved"},
      {"NV12", "bt709", Matrix::bt709, false, 160, 96, ",interlace-mode=mixed"},
  }));
  INFO(source);
  const auto picture = send(source, make_frame(source), {1280, 1280, 30});
  CHECK(picture->width == source.width);
  CHECK(picture->height == source.height);
  check_bars(*picture, colors.size());
}

TEST_CASE("A grey camera's black is black, and its white white", "[gstreamer]") {
  const Source source = GENERATE(values<Source>({{"GRAY8", "", Matrix::bt601, true, 160, 96},
                                                 {"GRAY8", "", Matrix::bt601, true, 160, 720},
                                                 {"GRAY8", "2:4:7:1", Matrix::bt601, false, 160, 720},
                                                 {"GRAY16_LE", "", Matrix::bt601, true, 160, 96}}));
  INFO(source);
  const auto picture = send(source, make_frame(source), {1280, 1280, 30});
  check_bars(*picture, greys);
}

TEST_CASE("What the size of a picture says of its colors is that of the source, not that of the scaled one",
          "[gstreamer]") {
  const auto source = GENERATE(values<Source>({{"I420", "", Matrix::bt709, false, 640, 720},
                                               {"RGB", "", Matrix::bt601, true, 640, 720},
                                               {"YUY2", "1:0:0:0", Matrix::bt709, true, 640, 720}}));
  INFO(source);
  const auto picture = send(source, make_frame(source), {320, 360, 30});
  CHECK(picture->height == 360);
  check_bars(*picture, colors.size());
}

namespace {

/// The luma of the four quadrants: upper left, upper right, lower left, lower right.
using Quadrants = std::array<int, 4>;
constexpr Quadrants upright{40, 90, 140, 190};

Picture four_quadrants(int width, int height) {
  Picture picture;
  picture.resize(width, height);
  std::ranges::fill(picture.data, std::uint8_t{128});
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      luma(picture, x, y) =
          static_cast<std::uint8_t>(upright[(y >= height / 2 ? 2U : 0U) + (x >= width / 2 ? 1U : 0U)]);
    }
  }
  return picture;
}

Quadrants quadrants_of(const Picture& picture) {
  const int left = picture.width / 4, right = picture.width - left;
  const int top = picture.height / 4, bottom = picture.height - top;
  return {luma(picture, left, top), luma(picture, right, top), luma(picture, left, bottom),
          luma(picture, right, bottom)};
}

}  // namespace

TEST_CASE("Pictures that lie on their side are sent upright", "[gstreamer]") {
  struct Row {
    const char* orientation;  // what a player has to do
    Quadrants seen;
    bool turned;
  };
  const auto row = GENERATE(values<Row>({{"rotate-0", {40, 90, 140, 190}, false},
                                         {"rotate-90", {140, 40, 190, 90}, true},
                                         {"rotate-180", {190, 140, 90, 40}, false},
                                         {"rotate-270", {90, 190, 40, 140}, true},
                                         {"flip-rotate-0", {90, 40, 190, 140}, false},
                                         {"flip-rotate-90", {190, 90, 140, 40}, true},
                                         {"flip-rotate-180", {140, 190, 40, 90}, false},
                                         {"flip-rotate-270", {40, 140, 90, 190}, true}}));
  INFO(row.orientation);
  const Source source{"I420", "", Matrix::bt601, false, 160, 96};
  const Picture lying = four_quadrants(source.width, source.height);
  const std::string tag = std::string(" ! taginject tags=\"image-orientation=") + row.orientation + "\"";
  const auto picture = send(source, lying.data, {1280, 720, 30}, tag);
  CHECK(picture->width == (row.turned ? 96 : 160));
  CHECK(picture->height == (row.turned ? 160 : 96));
  CHECK(quadrants_of(*picture) == row.seen);
  // Upright it has to fit.
  const auto small = send(source, lying.data, {160, 80, 30}, tag);
  CHECK(small->width == (row.turned ? 48 : 133));
  CHECK(small->height == 80);
}

}  // namespace evenkeel
