#pragma once

#include <gst/app/gstappsink.h>
#include <gst/gst.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/capture/gstreamer.h"
#include "app/capture/picture_pool.h"
#include "app/capture/pipeline.h"
#include "core/base/time.h"
#include "core/frames/picture.h"

namespace evenkeel::test {

/// What GStreamer reads in a WebM file.
struct WebmFile {
  struct Block {
    Duration time{};
    std::vector<std::uint8_t> data;
    bool key_frame = false;
  };
  struct Shown {
    Duration time{};
    PictureSize size;
    int luma = 0;  ///< of the middle
  };
};

inline std::unique_ptr<Pipeline> open_webm(const std::string& path, const std::string& decoder) {
  REQUIRE_FALSE(init_gstreamer());
  std::string error;
  auto pipeline = Pipeline::create(
      "filesrc name=file ! matroskademux name=demuxer " + decoder + " ! appsink name=out sync=false", error);
  INFO(error);
  REQUIRE(pipeline);
  pipeline->set("file", "location", path);
  pipeline->play();
  return pipeline;
}

inline std::vector<WebmFile::Block> read_blocks(const std::string& path, const std::string& pad) {
  const auto pipeline = open_webm(path, "demuxer." + pad);
  std::vector<WebmFile::Block> blocks;
  while (const SampleHandle sample = pipeline->pull(5s)) {
    GstBuffer* const buffer = gst_sample_get_buffer(sample.get());
    WebmFile::Block block{
        Duration(GST_BUFFER_PTS(buffer)), {}, !GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_DELTA_UNIT)};
    block.data.resize(gst_buffer_get_size(buffer));
    gst_buffer_extract(buffer, 0, block.data.data(), block.data.size());
    blocks.push_back(std::move(block));
  }
  CHECK(pipeline->at_end());
  return blocks;
}

inline std::vector<WebmFile::Shown> read_shown(const std::string& path) {
  const auto pipeline = open_webm(path, "demuxer.video_0 ! vp8dec ! videoconvert ! video/x-raw,format=I420");
  std::vector<WebmFile::Shown> shown;
  PicturePool pool;
  while (const SampleHandle sample = pipeline->pull(5s)) {
    const auto picture = copy_picture(sample.get(), pool);
    REQUIRE(picture);
    const std::size_t middle = picture->luma_size() / 2 + static_cast<std::size_t>(picture->width) / 2;
    shown.push_back({Duration(GST_BUFFER_PTS(gst_sample_get_buffer(sample.get()))),
                     {picture->width, picture->height},
                     picture->y()[middle]});
  }
  return shown;
}

/// The samples, from time 0 on.
inline std::vector<std::int16_t> read_sound(const std::string& path) {
  const auto pipeline =
      open_webm(path, "demuxer.audio_0 ! opusdec ! audioconvert ! audio/x-raw,format=S16LE,channels=1");
  std::vector<std::int16_t> samples;
  while (const SampleHandle sample = pipeline->pull(5s)) {
    GstBuffer* const buffer = gst_sample_get_buffer(sample.get());
    samples.resize(std::max(samples.size(), static_cast<std::size_t>(GST_BUFFER_PTS(buffer) * 48 / 1'000'000)));
    const std::size_t begin = samples.size();
    samples.resize(begin + gst_buffer_get_size(buffer) / 2);
    gst_buffer_extract(buffer, 0, samples.data() + begin, gst_buffer_get_size(buffer));
  }
  return samples;
}

/// Nullopt where the file does not say.
inline std::optional<Duration> duration_of(const std::string& path) {
  const auto pipeline = open_webm(path, "demuxer.video_0");
  const SampleHandle first = pipeline->pull(5s);
  gint64 length = 0;
  const bool known = gst_element_query_duration(pipeline->find("demuxer").get(), GST_FORMAT_TIME, &length) != FALSE;
  return known ? std::optional(Duration(length)) : std::nullopt;
}

}  // namespace evenkeel::test
