#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "app/capture/picture_pool.h"
#include "app/capture/pipeline.h"
#include "app/capture/video_source.h"

namespace evenkeel {

/// What a PipelineSource runs, and what it says of it.
struct PipelineSourceConfig {
  std::string what;     ///< in words: "camera 'desk'"
  std::string heading;  ///< of the picture the peer sees while it is lost: "CAMERA LOST"
  std::string line;     ///< below the heading
  /// Builds the pipeline, not yet running. Null with an error where it cannot. Called from threads of the source.
  std::function<std::unique_ptr<Pipeline>(std::string& error)> open;
  bool loop = false;  ///< the end means the beginning, as of a file; else a loss, as of a camera
  bool aged = false;  ///< the pipeline's time stamps tell when a picture was taken; else it is when it is delivered
  Duration first_limit = 4s;        ///< without a picture after the start: lost
  Duration silence_limit = 1500ms;  ///< without a picture later on: lost
  VideoRequest request;
};

/// Pictures from a GStreamer pipeline. When it fails, the source is lost: it delivers a picture that says so, about
/// five times a second, and builds the pipeline anew once a second until pictures come again.
class PipelineSource : public VideoSource {
 public:
  explicit PipelineSource(PipelineSourceConfig config);
  ~PipelineSource() override { stop(); }

  void start(PictureSink sink) override;
  void stop() override;
  SourceState state() const override;

 private:
  struct Opened {
    std::unique_ptr<Pipeline> pipeline;  ///< null if it failed
    SampleHandle first;
    std::string error;
  };

  void run(const std::stop_token& stop, const PictureSink& sink);
  Opened open(const std::stop_token& stop) const;
  Opened reopen(const std::stop_token& stop, const PictureSink& sink, Opened lost);
  std::string play(const std::stop_token& stop, const PictureSink& sink, Opened& opened);
  bool deliver(const PictureSink& sink, const Pipeline& pipeline, GstSample* sample);
  void deliver_notice(const PictureSink& sink);
  bool begin_again(const std::stop_token& stop, Pipeline& pipeline, LocalTime last) const;
  void set_running(int width, int height, double fps);
  void set_lost(const std::string& reason);

  const PipelineSourceConfig config_;
  PicturePool pool_;
  mutable std::mutex mutex_;
  SourceState state_;  ///< guarded by mutex_
  std::jthread thread_;
};

}  // namespace evenkeel
