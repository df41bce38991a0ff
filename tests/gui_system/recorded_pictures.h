#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "app/capture/pipeline.h"

namespace evenkeel::test {

/// How many a player shows of a WebM file.
inline int pictures_in(const std::string& webm) {
  std::string error;
  const auto pipeline = Pipeline::create(
      "filesrc name=file ! matroskademux name=demuxer demuxer.video_0 ! vp8dec ! appsink name=out sync=false", error);
  REQUIRE(pipeline);
  pipeline->set("file", "location", webm);
  pipeline->play();
  int pictures = 0;
  while (pipeline->pull(5s)) ++pictures;
  return pictures;
}

}  // namespace evenkeel::test
