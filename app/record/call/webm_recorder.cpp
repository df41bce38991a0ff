#include "app/record/call/webm_recorder.h"

#include <algorithm>

#include "app/record/limit_text.h"
#include "core/frames/sound.h"
#include "core/rtp/vp8_payload.h"

namespace evenkeel {
namespace {

constexpr Duration first_picture_wait = 2s;
constexpr PictureSize usual_size{640, 360};  // where there is no picture, or one that is too small to begin with
constexpr int min_side = 16;                 // of the first picture, for the muxer
constexpr Duration tick = 1ms;               // of the file
constexpr Duration tail = 1s;                // that goes on behind the last that came
constexpr Duration most_at_once = 10s;       // of a pause: what comes meanwhile must not wait for it
constexpr DataSize max_waiting = bytes(16 * 1024 * 1024);

}  // namespace

void WebmRecorder::start(std::string path, DataSize limit, std::shared_ptr<RecordingZero> zero) {
  writer_.close();
  path_ = std::move(path);
  limit_ = limit;
  zero_ = std::move(zero);
  timeline_ = {};
  mix_ = std::make_unique<SoundMix>();
  pictures_.clear();
  takes_ = false;
  size_ = {};
  still_ = {};
  last_picture_.reset();
  newest_.reset();
  error_.clear();
  end_.clear();
}

void WebmRecorder::note_arrival(LocalTime time) {
  zero_->since(time);
  newest_ = std::max(newest_.value_or(time), time);
}

// What a received key frame says of its size is a stranger's word: an encoder of that size is made for stills.
bool WebmRecorder::takes(const PictureQueue::Frame& frame) {
  if (!frame.key_frame) return takes_;
  const auto size = vp8_key_frame_dimensions(frame.data);
  takes_ = size && size->width > 0 && size->height > 0 &&
           (!frame.rtp_timestamp || fits({size->width, size->height}, largest_));
  return takes_;
}

void WebmRecorder::on_picture(PictureQueue::Frame frame) {
  if (over() || !takes(frame)) return;
  note_arrival(frame.time);
  if (frame.rtp_timestamp) on_arrival(*frame.rtp_timestamp, frame.time);
  pictures_.push_back(std::move(frame));
}

void WebmRecorder::on_arrival(std::uint32_t rtp_timestamp, LocalTime arrival) {
  timeline_.on_arrival(RemoteTimeline::Stream::picture, rtp_timestamp, arrival);
}

void WebmRecorder::on_received_sound(const Packet& packet) {
  if (over()) return;
  note_arrival(packet.time);
  timeline_.on_arrival(RemoteTimeline::Stream::sound, packet.rtp_timestamp, packet.time);
  mix_->received().push(packet);
}

void WebmRecorder::on_sent_sound(const Packet& packet) {
  if (over()) return;
  note_arrival(packet.time);
  mix_->sent().push(packet);
}

Duration WebmRecorder::time_of(const PictureQueue::Frame& frame) const {
  if (!frame.rtp_timestamp) return zero_->since(frame.time);
  return zero_->since(timeline_.time_of(RemoteTimeline::Stream::picture, *frame.rtp_timestamp, frame.time));
}

// Behind the end of a call nothing comes: what does not go on takes no room.
void WebmRecorder::step(LocalTime now) {
  if (over() || !newest_) return;
  write_until(
      std::min(zero_->since(std::min(now, *newest_ + hold + tail) - hold), to_duration(mix_->end()) + most_at_once));
}

void WebmRecorder::finish() {
  if (!over() && newest_) {
    write_until(zero_->since(*newest_) + 20ms);
    if (!over()) close();
  }
  path_.clear();
}

void WebmRecorder::close() {
  if (const auto failed = writer_.close()) error_ = *failed;
}

void WebmRecorder::write_until(Duration horizon) {
  if (!writer_.is_open() && !open(horizon)) return;
  if (!over()) write_pictures(horizon);
  if (!over()) write_stills(horizon);
  if (!over()) write_sound(horizon);
  if (over()) return;
  if (const auto failed = writer_.check()) error_ = *failed;
}

bool WebmRecorder::open(Duration horizon) {
  auto found = pictures_.empty() ? std::nullopt : vp8_key_frame_dimensions(pictures_.front().data);
  if (!found && horizon < first_picture_wait) return false;
  if (found && std::min(found->width, found->height) < min_side) found.reset();
  const PictureSize size = found ? PictureSize{found->width, found->height} : usual_size;
  if (const auto failed = writer_.open(path_, size)) {
    error_ = *failed;
    return false;
  }
  begin(size, !found || time_of(pictures_.front()) > longest_still / 10);
  return true;
}

void WebmRecorder::begin(PictureSize size, bool with_black) {
  size_ = size;
  still_ = still_picture(size);
  if (with_black && !still_.black.empty()) put_picture(still_.black, Duration::zero(), true);
}

void WebmRecorder::write_pictures(Duration horizon) {
  while (!over() && !pictures_.empty()) {
    const PictureQueue::Frame& frame = pictures_.front();
    const Duration time = time_of(frame);
    if (time >= horizon) return;
    if (const auto size = vp8_key_frame_dimensions(frame.data);
        size && PictureSize{size->width, size->height} != size_) {
      size_ = {size->width, size->height};
      still_ = still_picture(size_);
    }
    put_picture(frame.data, time, frame.key_frame);
    pictures_.pop_front();
  }
}

void WebmRecorder::write_stills(Duration horizon) {
  if (!last_picture_ || still_.repeat.empty()) return;
  while (!over() && *last_picture_ + longest_still < horizon) {
    put_picture(still_.repeat, *last_picture_ + longest_still, false);
  }
}

// Where many come at once, as after a hitch, the file has them one tick after the other.
void WebmRecorder::put_picture(std::span<const std::uint8_t> data, Duration time, bool key_frame) {
  if (!has_room(data.size(), key_frame)) return;
  time = std::max(time, last_picture_ ? *last_picture_ + tick : Duration::zero());
  writer_.write_picture(data, time, key_frame);
  last_picture_ = time;
}

void WebmRecorder::write_sound(Duration horizon) {
  const auto received = [this](const Packet& packet) {
    return to_samples(
        zero_->since(timeline_.time_of(RemoteTimeline::Stream::sound, packet.rtp_timestamp, packet.time)));
  };
  const auto sent = [this](const Packet& packet) { return to_samples(zero_->since(packet.time)); };
  mix_->mix(to_samples(horizon), received, sent, [this](std::span<const std::uint8_t> packet, std::int64_t start) {
    if (over() || !has_room(packet.size(), false)) return;
    writer_.write_sound(packet, to_duration(start), to_duration(SoundMix::packet_samples));
  });
}

bool WebmRecorder::has_room(std::size_t data, bool key_frame) {
  if (writer_.size() + WebmWriter::growth(data, key_frame) <= limit_) return true;
  end_ = limit_text(path_, limit_);
  close();
  return false;
}

bool WebmRecorder::keeps_up() const { return writer_.waiting() < max_waiting; }

}  // namespace evenkeel
