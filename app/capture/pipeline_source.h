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

/// What a PipelineSource runs, and its texts for people.
struct PipelineSourceConfig {
  std::string what;                   ///< in words: "camera 'desk'"
  std::string heading;                ///< of the picture the peer sees while it is lost: "CAMERA LOST"
  std::string line;                   ///< below the heading
  std::string then = "trying again";  ///< what comes of a loss
  /// Builds the pipeline without starting it. Null with an error on failure. Called from threads of the source.
  std::function<std::unique_ptr<Pipeline>(std::string& error)> open;
  bool loop = false;  ///< at the end start again, as for a file; otherwise the end is a loss, as for a camera
  bool aged = false;  ///< the capture time comes from the pipeline's time stamps; otherwise it is the time of delivery
  Duration first_limit = 4s;        ///< without a picture after the start: lost
  Duration silence_limit = 1500ms;  ///< without a picture later on: lost
  VideoRequest request;
};

/// Pictures from a GStreamer pipeline. When it fails, the source is lost: it delivers a notice about five times a
/// second, and rebuilds the pipeline once a second until pictures come again.
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
