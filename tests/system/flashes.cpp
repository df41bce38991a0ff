// Reads a recording of the test picture and the test sound by GStreamer, and says at which second of the file the white
// square appears (and of when the picture before is), when a beep begins, and what there is besides:
//
//   system_flashes FILE [left|right]
//
//   flash 3.014 2.981
//   beep 3.012
//   pictures 299 sizes 640x480 length 12.034

#include <gst/video/video.h>

#include <algorithm>
#include <cstdio>
#include <set>
#include <string>

#include "app/capture/gstreamer.h"
#include "app/capture/pipeline.h"
#include "app/capture/test_picture.h"

namespace {

using namespace evenkeel;

constexpr int loud = 1000;
constexpr double quiet = 0.2;  // s between two beeps, at least
constexpr double rate = 48'000;

double seconds_of(GstSample* sample) {
  return static_cast<double>(GST_BUFFER_PTS(gst_sample_get_buffer(sample))) / 1e9;
}

std::unique_ptr<Pipeline> decode(const char* file, const std::string& decoder) {
  std::string error;
  auto pipeline = Pipeline::create(
      "filesrc name=file ! matroskademux name=demuxer " + decoder + " ! appsink name=out sync=false max-buffers=8",
      error);
  if (!pipeline) return std::fprintf(stderr, "%s\n", error.c_str()), nullptr;
  pipeline->set("file", "location", file);
  pipeline->play();
  return pipeline;
}

/// One half of two pictures side by side.
Picture half_of(const Picture& both, bool right) {
  Picture half;
  half.resize(both.width / 2, both.height);
  for (int y = 0; y < half.height; ++y) {
    const auto row = both.y().subspan(static_cast<std::size_t>(y) * static_cast<std::size_t>(both.width));
    const auto from =
        row.subspan(right ? static_cast<std::size_t>(half.width) : 0, static_cast<std::size_t>(half.width));
    std::ranges::copy(from, half.y().begin() + std::ptrdiff_t{y} * half.width);
  }
  return half;
}

bool flashes_in(const Picture& picture, const std::string& half) {
  return is_flashing(half.empty() ? picture : half_of(picture, half == "right"));
}

bool read_pictures(const char* file, const std::string& half) {
  const auto pipeline = decode(file, "demuxer.video_0 ! vp8dec ! videoconvert ! video/x-raw,format=I420");
  if (!pipeline) return false;
  PicturePool pool;
  std::set<std::string> sizes;
  int pictures = 0;
  double last = 0;
  bool flashes = true;  // what is white from the beginning has not just become so
  while (const SampleHandle sample = pipeline->pull(5s)) {
    const auto picture = copy_picture(sample.get(), pool);
    if (!picture) continue;
    ++pictures;
    const double before = std::exchange(last, seconds_of(sample.get()));
    sizes.insert(to_string(PictureSize{picture->width, picture->height}));
    const bool was = std::exchange(flashes, flashes_in(*picture, half));
    if (flashes && !was) std::printf("flash %.4f %.4f\n", last, before);
  }
  std::string text;
  for (const std::string& size : sizes) text += (text.empty() ? "" : ",") + size;
  std::printf("pictures %d sizes %s length %.3f\n", pictures, text.c_str(), last);
  return pipeline->at_end();
}

bool read_sound(const char* file) {
  const auto pipeline = decode(file, "demuxer.audio_0 ! opusdec ! audioconvert ! audio/x-raw,format=S16LE,channels=1");
  if (!pipeline) return false;
  double last_loud = -1, end = 0, gap = 0;
  while (const SampleHandle sample = pipeline->pull(5s)) {
    GstMapInfo map;
    GstBuffer* const buffer = gst_sample_get_buffer(sample.get());
    if (gst_buffer_map(buffer, &map, GST_MAP_READ) == FALSE) return false;
    const double begin = seconds_of(sample.get());
    if (end > 0.1) gap = std::max(gap, std::abs(begin - end));
    const auto* samples = reinterpret_cast<const std::int16_t*>(map.data);
    for (std::size_t i = 0; i < map.size / 2; ++i) {
      if (std::abs(samples[i]) < loud) continue;
      const double at = begin + static_cast<double>(i) / rate;
      if (last_loud < 0 || at - last_loud > quiet) std::printf("beep %.4f\n", at);
      last_loud = at;
    }
    end = begin + static_cast<double>(map.size / 2) / rate;
    gst_buffer_unmap(buffer, &map);
  }
  std::printf("sound %.3f gap %.4f\n", end, gap);
  return pipeline->at_end();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) return std::fputs("Usage: system_flashes FILE [left|right]\n", stderr), 2;
  if (const auto failed = init_gstreamer()) return std::fprintf(stderr, "%s\n", failed->c_str()), 1;
  const bool pictures = read_pictures(argv[1], argc == 3 ? argv[2] : "");
  return pictures && read_sound(argv[1]) ? 0 : 1;
}
