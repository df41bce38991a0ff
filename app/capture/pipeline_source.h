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
  std::string opening;                ///< of the picture the peer sees while it starts: "THE CAMERA STARTS"
  std::string heading;                ///< of the picture the peer sees while it is lost: "CAMERA LOST"
  std::string line;                   ///< below the heading
  std::string then = "trying again";  ///< what comes of a loss
  /// Builds the pipeline without starting it. Null with an error on failure. Called from threads of the source.
  std::function<std::unique_ptr<Pipeline>(std::string& error)> open;
  /// A device or a screen delivers for as long as it works: its end or its silence is a loss. A video file has pauses;
  /// at its end, and where it breaks off, it begins again.
  Medium medium = Medium::device;
  bool single = false;  ///< a file of one picture, which stands
  bool aged = false;  ///< the capture time comes from the pipeline's time stamps; otherwise it is the time of delivery
  Duration first_limit = 4s;        ///< not of a file: without a picture after the start: lost
  Duration silence_limit = 1500ms;  ///< not of a file: without a picture later on: lost
  VideoRequest request;
};

/// Pictures from a GStreamer pipeline. When it fails, the source is lost: it delivers a notice about five times a
/// second, and rebuilds the pipeline once a second until pictures come again. A start that takes more than a second
/// has a notice too. In a pause of a file its last picture comes again twice a second, so that a peer that joins or
/// loses a frame gets one.
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
  /// A file played once.
  struct Round {
    int pictures = 0;
    LocalTime end;    ///< of its last picture
    std::string why;  ///< it ended
    bool broke_off = false;
  };

  void run(const std::stop_token& stop, const PictureSink& sink);
  Opened open(const std::stop_token& stop) const;
  Opened open_with_notice(const std::stop_token& stop, const PictureSink& sink, Duration quiet,
                          const std::function<Opened()>& attempt);
  Opened reopen(const std::stop_token& stop, const PictureSink& sink, Opened lost);
  std::string play_device(const std::stop_token& stop, const PictureSink& sink, Opened& opened);
  std::string play_file(const std::stop_token& stop, const PictureSink& sink, Opened& opened);
  Round play_once(const std::stop_token& stop, const PictureSink& sink, Opened& opened);
  void stand(const std::stop_token& stop, const PictureSink& sink, LocalTime end);
  bool deliver(const PictureSink& sink, const Pipeline& pipeline, GstSample* sample);
  void deliver_again(const PictureSink& sink);
  void deliver_notice(const PictureSink& sink);
  void set_running(int width, int height, double fps);
  void set_lost(const std::string& reason);

  const PipelineSourceConfig config_;
  PicturePool pool_;
  std::shared_ptr<const Picture> last_;  ///< of a file; like last_time_ only its thread uses it
  LocalTime last_time_;                  ///< of the last delivery
  mutable std::mutex mutex_;
  SourceState state_;  ///< guarded by mutex_
  std::jthread thread_;
};

}  // namespace evenkeel
