#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "app/call/picture_counters.h"
#include "app/call/show_queue.h"
#include "app/capture/picture_pool.h"
#include "app/record/result_files.h"
#include "codecs/video_codec.h"
#include "core/frames/picture.h"
#include "core/net/network_thread.h"
#include "core/net/priority_mutex.h"
#include "core/session/playout_delay.h"
#include "core/telemetry/picture_record.h"
#include "core/telemetry/row_mean.h"

namespace evenkeel {

/// From a received frame to the screen: a thread that decodes, delays pictures to absorb jitter, and shows them in
/// order, see ShowQueue for those that are due together. While a reference frame is missing the last picture stays.
class VideoPlayer {
 public:
  struct Callbacks {
    std::function<void(const ReceivedFrame&)> on_frame;  ///< received, before decoding
    /// To be shown now, at the time that is given.
    std::function<void(std::shared_ptr<const Picture>, std::uint32_t rtp_timestamp, LocalTime)> on_picture;
  };
  struct Config {
    FlowName flow;
    LocalTime run_start{};
    bool reports_pictures = true;   ///< size and rate; false if the encoder of the same flow reports them
    bool records_pictures = false;  ///< for pictures.csv
    PlayoutLimits playout{};
  };
  VideoPlayer(const Config& config, std::unique_ptr<VideoDecoder> decoder, NetworkThread& network, Callbacks callbacks);
  ~VideoPlayer();

  SampleRing& samples() { return samples_; }
  /// Rows of pictures.csv in the order of decoding, where the configuration asks for them.
  SpscRing<PictureRecord>& pictures() { return pictures_; }

  /// From any thread; from the next frame on.
  void set_playout(const PlayoutLimits& limits);

  /// The size of pictures that the decoder refused as too large; nullopt while there were none. From any thread.
  std::optional<PictureSize> refused_picture() const;

  /// Ends the thread.
  void stop();
  /// Capture-to-display delays in ms of all pictures whose capture time is known. Only after stop().
  const DelaySums& end_to_end_delays() const { return delays_; }

 private:
  struct Waiting {
    std::shared_ptr<Picture> picture;
    LocalTime completed;
    std::optional<std::uint64_t> capture_ntp;
    std::uint32_t rtp_timestamp;
    bool recovered;
  };
  Duration longest_wait() const;
  void run();
  void rest();
  void apply_playout();
  void decode_waiting();
  void decode(const ReceivedFrame& frame);
  void on_undecoded();
  void drop_overtaken();
  void show_due();
  void show(const Waiting& waiting);
  std::optional<LocalTime> find_captured(const Waiting& waiting) const;
  void measure(const std::optional<LocalTime>& captured, LocalTime now);
  void record(const Waiting& waiting, std::optional<LocalTime> captured, std::optional<LocalTime> shown);
  void take_sample();

  Config config_;
  std::unique_ptr<VideoDecoder> decoder_;
  NetworkThread& network_;
  Callbacks callbacks_;
  SampleRing samples_{sample_ring_size};
  SpscRing<PictureRecord> pictures_;
  SampleGrid grid_;
  PlayoutDelay playout_;
  PriorityMutex playout_mutex_;
  PlayoutLimits playout_limits_;  // under playout_mutex_
  FreezeDetector freezes_;
  ShowQueue<Waiting> waiting_;
  PicturePool pool_;
  LocalTime last_frame_{};
  int frames_decoded_ = 0;
  Duration total_decode_time_{};
  int overtaken_ = 0;
  int width_ = 0;
  int height_ = 0;
  DelaySums delays_;
  RowMean delay_;  // ms, as the next one
  RowMean hold_;
  RateCounter shown_;
  std::atomic<PictureSize> refused_{PictureSize{}};  // no width: none
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace evenkeel
