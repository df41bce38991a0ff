#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "app/record/call/pair_encoder.h"

namespace evenkeel {

/// Runs a PairEncoder on a thread that gives way to all others. Pictures that it does not come to are left out: of each
/// side it takes the newest.
class PairThread {
 public:
  /// Where a received picture belongs in the recording.
  using Place = std::function<LocalTime(std::uint32_t rtp_timestamp, LocalTime shown)>;
  using Sink = std::function<void(PictureQueue::Frame)>;

  /// Both are called from this thread.
  PairThread(Place place, Sink sink);

  // From any thread; neither waits for the encoder.
  void on_received(std::shared_ptr<const Picture> picture, std::uint32_t rtp_timestamp, LocalTime shown);
  void on_own(std::shared_ptr<const Picture> picture);

 private:
  struct Received {
    std::shared_ptr<const Picture> picture;
    std::uint32_t rtp_timestamp = 0;
    LocalTime shown{};
  };
  void run(const std::stop_token& stop);
  void encode(std::optional<Received> received);

  const Place place_;
  const Sink sink_;
  std::mutex mutex_;
  std::condition_variable_any came_;
  std::optional<Received> received_;                 // under mutex_
  std::vector<std::shared_ptr<const Picture>> own_;  // under mutex_
  PairEncoder encoder_;
  LocalTime last_received_{};
  std::jthread thread_;
};

}  // namespace evenkeel
