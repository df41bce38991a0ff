#include "app/record/call/pair_thread.h"

#include <sys/resource.h>
#include <unistd.h>

#include <utility>

namespace evenkeel {
namespace {

constexpr int politeness = 10;               // nice(2)
constexpr std::size_t max_waiting_own = 16;  // as the encoder keeps
constexpr Duration received_pause = 200ms;   // then our own pictures go on alone

}  // namespace

PairThread::PairThread(Place place, Sink sink)
    : place_(std::move(place)), sink_(std::move(sink)), thread_([this](const std::stop_token& stop) { run(stop); }) {}

void PairThread::on_received(std::shared_ptr<const Picture> picture, std::uint32_t rtp_timestamp, LocalTime shown) {
  {
    const std::lock_guard lock(mutex_);
    received_ = {std::move(picture), rtp_timestamp, shown};
  }
  came_.notify_one();
}

void PairThread::on_own(std::shared_ptr<const Picture> picture) {
  {
    const std::lock_guard lock(mutex_);
    if (own_.size() < max_waiting_own) own_.push_back(std::move(picture));
  }
  came_.notify_one();
}

void PairThread::run(const std::stop_token& stop) {
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), politeness);
  while (!stop.stop_requested()) {
    std::unique_lock lock(mutex_);
    if (!came_.wait(lock, stop, [this] { return received_ || !own_.empty(); })) return;
    for (auto& picture : own_) encoder_.on_own(std::move(picture));
    own_.clear();
    auto received = std::exchange(received_, std::nullopt);
    lock.unlock();
    encode(std::move(received));
  }
}

void PairThread::encode(std::optional<Received> received) {
  std::optional<PictureQueue::Frame> frame;
  if (received) {
    last_received_ = received->shown;
    frame = encoder_.encode(std::move(received->picture), place_(received->rtp_timestamp, received->shown));
  } else if (encoder_.newest_own() > last_received_ + received_pause) {
    frame = encoder_.encode_own();
  }
  if (frame) sink_(std::move(*frame));
}

}  // namespace evenkeel
