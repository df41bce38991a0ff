#pragma once

#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

#include "app/capture/picture_pool.h"
#include "app/capture/video_source.h"

namespace evenkeel {

/// A source that can be muted, and replaced by another one. While it is muted it is closed, so that a camera's light is
/// off and other programs can use it; a still notice of the same size and rate takes the place of its pictures then,
/// and while one source closes and the next one opens.
class MuteSwitch final : public VideoSource {
 public:
  /// `request`: the size and rate of notices until the source has delivered a picture.
  MuteSwitch(std::unique_ptr<VideoSource> source, const VideoRequest& request);
  ~MuteSwitch() override { stop(); }

  void start(PictureSink sink) override;
  void stop() override;
  SourceState state() const override;
  void rest(bool rests) override;

  /// From any thread, also before start(). Returns at once, before the camera is closed or opened; after mute(true) no
  /// picture of the source is delivered. After mute(false) notices go on until its first picture.
  void mute(bool muted);
  /// Another source from now on, not null; its pictures come once the one before is closed. From any thread, also
  /// before start(); returns at once.
  void replace(std::unique_ptr<VideoSource> source);

 private:
  void run(const std::stop_token& stop);
  void deliver(std::shared_ptr<const Picture> picture);
  void deliver_notice();
  bool wanted() const { return !muted_ && !next_; }
  void open_source();
  void start_closing(std::future<void>& closing);

  const VideoRequest request_;
  PicturePool pool_;
  PictureSink sink_;
  mutable std::mutex mutex_;  // of what follows, and of calls of the sink
  std::condition_variable_any changed_;
  std::shared_ptr<VideoSource> source_;  // replaced by the thread alone
  std::unique_ptr<VideoSource> next_;    // to take its place
  bool muted_ = false;
  bool rests_ = false;
  bool covering_ = false;  // notices are delivered
  int width_;
  int height_;
  double fps_;
  Picture notice_;
  bool notice_is_of_mute_ = false;
  std::jthread thread_;
};

}  // namespace evenkeel
