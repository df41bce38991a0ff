#include "app/capture/picture_colors.h"

#include <gst/video/video.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <span>

#include "app/capture/gstreamer.h"

namespace evenkeel {
namespace {

/// What red and blue count in luma: E'Y = kr E'R + (1 - kr - kb) E'G + kb E'B.
struct LumaWeights {
  double kr, kb;
};
constexpr LumaWeights bt601{0.299, 0.114};

/// What one step of a sample means: of luma, whose range is 1, and of chroma, from -0.5 to 0.5.
struct Steps {
  double luma, chroma;
  int black;
};
constexpr Steps limited{219, 224, 16};
constexpr Steps full{255, 255, 0};

constexpr int fraction_bits = 16;
constexpr double one = 1 << fraction_bits;
constexpr int grey = 128;

/// One output sample is (y Y + u U + v V + constant) / 2^16.
struct Row {
  int y, u, v, constant;
};

/// From one Y'CbCr to another. As grey stays grey, chroma does not depend on luma.
struct ColorMap {
  Row y, u, v;
};

int fixed(double value) { return static_cast<int>(std::lround(value * one)); }

Row make_row(double y, double u, double v, const Steps& in, int grey_out) {
  return {fixed(y), fixed(u), fixed(v), fixed(grey_out + 0.5 - y * in.black - (u + v) * grey)};
}

// R' = Y' + 2 (1 - kr) Cr and B' = Y' + 2 (1 - kb) Cb; G' follows from the weights. The target's weights then make Y',
// and Cb = (B' - Y') / (2 (1 - kb)), Cr = (R' - Y') / (2 (1 - kr)) (ITU-R BT.601, section 2.5).
ColorMap make_map(const LumaWeights& w, const Steps& in) {
  const double kg = 1 - w.kr - w.kb;
  const double red_cr = 2 * (1 - w.kr), blue_cb = 2 * (1 - w.kb);
  const double green_cb = -w.kb * blue_cb / kg, green_cr = -w.kr * red_cr / kg;
  const double green = 1 - bt601.kr - bt601.kb;
  const double luma_cb = green * green_cb + bt601.kb * blue_cb;
  const double luma_cr = green * green_cr + bt601.kr * red_cr;
  const double cb = 1 / (2 * (1 - bt601.kb)), cr = 1 / (2 * (1 - bt601.kr));
  const double to_luma = limited.luma / in.chroma, to_chroma = limited.chroma / in.chroma;
  return {
      make_row(limited.luma / in.luma, luma_cb * to_luma, luma_cr * to_luma, in, limited.black),
      make_row(0, (blue_cb - luma_cb) * cb * to_chroma, -luma_cr * cb * to_chroma, in, grey),
      make_row(0, -luma_cb * cr * to_chroma, (red_cr - luma_cr) * cr * to_chroma, in, grey),
  };
}

std::uint8_t to_byte(int fixed_point) {
  return static_cast<std::uint8_t>(std::clamp(fixed_point >> fraction_bits, 0, 255));
}

bool has_weights(GstVideoColorMatrix matrix) {
  gdouble kr = 0, kb = 0;
  return gst_video_color_matrix_get_Kr_Kb(matrix, &kr, &kb) != FALSE;
}

LumaWeights weights_of(GstVideoColorMatrix matrix) {
  gdouble kr = bt601.kr, kb = bt601.kb;
  gst_video_color_matrix_get_Kr_Kb(matrix, &kr, &kb);
  return {kr, kb};
}

const std::uint8_t* row_of(const GstVideoFrame& frame, int plane, int row) {
  return static_cast<const std::uint8_t*>(frame.data[plane]) +
         std::ptrdiff_t{row} * frame.info.stride[static_cast<std::size_t>(plane)];
}

std::span<std::uint8_t> row_of(std::span<std::uint8_t> plane, int width, int row) {
  return plane.subspan(static_cast<std::size_t>(row) * static_cast<std::size_t>(width),
                       static_cast<std::size_t>(width));
}

/// The chroma row of a luma row. The rows of interlaced pictures alternate between the fields, in both planes.
int chroma_row(int row, bool interlaced, int rows) {
  return std::min(interlaced ? row / 4 * 2 + row % 2 : row / 2, rows - 1);
}

void copy_plane(const GstVideoFrame& frame, int plane, std::span<std::uint8_t> out, int width, int height) {
  for (int row = 0; row < height; ++row) {
    std::memcpy(row_of(out, width, row).data(), row_of(frame, plane, row), static_cast<std::size_t>(width));
  }
}

void convert_luma(const GstVideoFrame& frame, const Row& map, Picture& out) {
  const bool interlaced = GST_VIDEO_FRAME_IS_INTERLACED(&frame) != FALSE;
  for (int row = 0; row < out.height; ++row) {
    const std::uint8_t* const y = row_of(frame, 0, row);
    const int chroma = chroma_row(row, interlaced, out.chroma_height());
    const std::uint8_t* const u = row_of(frame, 1, chroma);
    const std::uint8_t* const v = row_of(frame, 2, chroma);
    const std::span<std::uint8_t> to = row_of(out.y(), out.width, row);
    for (std::size_t x = 0; x < to.size(); ++x) {
      to[x] = to_byte(map.y * y[x] + map.u * u[x / 2] + map.v * v[x / 2] + map.constant);
    }
  }
}

void convert_chroma(const GstVideoFrame& frame, const Row& map, std::span<std::uint8_t> plane, const Picture& out) {
  for (int row = 0; row < out.chroma_height(); ++row) {
    const std::uint8_t* const u = row_of(frame, 1, row);
    const std::uint8_t* const v = row_of(frame, 2, row);
    const std::span<std::uint8_t> to = row_of(plane, out.chroma_width(), row);
    for (std::size_t x = 0; x < to.size(); ++x) to[x] = to_byte(map.u * u[x] + map.v * v[x] + map.constant);
  }
}

void copy_grey(const GstVideoFrame& frame, const Steps& in, Picture& out) {
  const Row map = make_row(limited.luma / in.luma, 0, 0, in, limited.black);
  for (int row = 0; row < out.height; ++row) {
    const std::uint8_t* const from = row_of(frame, 0, row);
    const std::span<std::uint8_t> to = row_of(out.y(), out.width, row);
    for (std::size_t x = 0; x < to.size(); ++x) to[x] = to_byte(map.y * from[x] + map.constant);
  }
  std::ranges::fill(out.u(), std::uint8_t{grey});
  std::ranges::fill(out.v(), std::uint8_t{grey});
}

void copy(const GstVideoFrame& frame, Picture& out) {
  copy_plane(frame, 0, out.y(), out.width, out.height);
  copy_plane(frame, 1, out.u(), out.chroma_width(), out.chroma_height());
  copy_plane(frame, 2, out.v(), out.chroma_width(), out.chroma_height());
}

}  // namespace

void copy_as_bt601(const GstVideoFrame& frame, Picture& out) {
  const GstVideoColorimetry& colors = frame.info.colorimetry;
  const bool full_range = colors.range == GST_VIDEO_COLOR_RANGE_0_255;
  if (GST_VIDEO_INFO_IS_GRAY(&frame.info)) return copy_grey(frame, full_range ? full : limited, out);
  const LumaWeights weights = weights_of(colors.matrix);
  const bool same_matrix = std::abs(weights.kr - bt601.kr) + std::abs(weights.kb - bt601.kb) < 0.001;
  if (same_matrix && !full_range) return copy(frame, out);
  const ColorMap map = make_map(weights, full_range ? full : limited);
  convert_luma(frame, map.y, out);
  convert_chroma(frame, map.u, out.u(), out);
  convert_chroma(frame, map.v, out.v(), out);
}

GstCaps* complete_colorimetry(const GstCaps* caps, bool from_vp8) {
  GstVideoInfo info, defaults;
  if (gst_video_info_from_caps(&info, caps) == FALSE) return nullptr;
  // Not that of `info`, which has the defaults in place of all that is stated if the matrix is missing.
  GstVideoColorimetry colors{};
  const char* const stated = gst_structure_get_string(gst_caps_get_structure(caps, 0), "colorimetry");
  const bool known = stated != nullptr && gst_video_colorimetry_from_string(&colors, stated) != FALSE;
  if (known && !GST_VIDEO_INFO_IS_YUV(&info)) return nullptr;
  const bool has_matrix = known && has_weights(colors.matrix);
  const bool has_range = known && colors.range != GST_VIDEO_COLOR_RANGE_UNKNOWN;
  if (has_matrix && has_range) return nullptr;
  gst_video_info_set_format(&defaults, GST_VIDEO_INFO_FORMAT(&info), static_cast<guint>(info.width),
                            static_cast<guint>(info.height));
  if (!known) colors = defaults.colorimetry;
  if (!has_matrix) colors.matrix = from_vp8 ? GST_VIDEO_COLOR_MATRIX_BT601 : defaults.colorimetry.matrix;
  if (!has_range) colors.range = defaults.colorimetry.range;
  const StringHandle text(gst_video_colorimetry_to_string(&colors));
  GstCaps* const out = gst_caps_copy(caps);
  gst_caps_set_simple(out, "colorimetry", G_TYPE_STRING, text.get(), nullptr);
  return out;
}

}  // namespace evenkeel
