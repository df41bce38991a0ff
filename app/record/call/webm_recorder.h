#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "app/record/call/picture_queue.h"
#include "app/record/call/remote_timeline.h"
#include "app/record/call/sound_mix.h"
#include "app/record/call/still_picture.h"
#include "app/record/call/webm_writer.h"
#include "app/record/recording_zero.h"
#include "core/base/data_size.h"
#include "core/base/time.h"

namespace evenkeel {

/// Puts a call into a WebM file: pictures as they were received, or pairs of both sides (PairEncoder), and the sound of
/// both sides in one track. All times are of this machine's clock, so that nothing drifts: sound that was sent stands
/// where it was captured, what was received where RemoteTimeline has it. The file begins with what comes first. For one
/// thread, which may wait for the disk at the end; time is an argument. After a failure, or at its limit, nothing more
/// is written; until start() error() keeps the sentence about the one, end() about the other.
class WebmRecorder {
 public:
  using Packet = RecordingQueue::Packet;

  /// What comes is written so much later: by then it is known where it belongs, and what overtook other things on the
  /// way is in its order.
  static constexpr Duration hold = 1500ms;
  /// For so long a picture stands at most without another frame that says so.
  static constexpr Duration longest_still = 1s;

  /// Larger ones, either way round, are not recorded, as they are not shown. Before the first start().
  void set_largest_picture(PictureSize largest) { largest_ = largest; }
  /// The file stays within `limit`.
  void start(std::string path, DataSize limit, std::shared_ptr<RecordingZero> zero);
  void set_reports(const SyncRecord::Reports& reports) { timeline_.set_reports(reports); }
  void on_picture(PictureQueue::Frame frame);
  /// Of a received picture of which a pair is recorded instead: its arrival places what else comes by that way.
  void on_arrival(std::uint32_t rtp_timestamp, LocalTime arrival);
  void on_received_sound(const Packet& packet);
  void on_sent_sound(const Packet& packet);
  /// Writes what is old enough.
  void step(LocalTime now);
  /// Writes the rest, and closes the file.
  void finish();

  /// As it is now.
  const RemoteTimeline& timeline() const { return timeline_; }
  /// More can be taken: the disk keeps up.
  bool keeps_up() const;
  /// Of the file, as far as it is written.
  DataSize size() const { return writer_.written(); }
  /// Where the last that came stands, written or not.
  Duration length() const { return newest_ ? std::max(zero_->since(*newest_), Duration::zero()) : Duration::zero(); }
  /// Its file has been named, and has neither failed nor ended.
  bool writes() const { return !over(); }
  const std::string& error() const { return error_; }
  const std::string& end() const { return end_; }

 private:
  bool takes(const PictureQueue::Frame& frame);
  bool over() const { return path_.empty() || !error_.empty() || !end_.empty(); }
  void note_arrival(LocalTime time);
  Duration time_of(const PictureQueue::Frame& frame) const;
  void write_until(Duration horizon);
  bool open(Duration horizon);
  void begin(PictureSize size, bool with_black);
  void write_pictures(Duration horizon);
  void write_stills(Duration horizon);
  void write_sound(Duration horizon);
  void put_picture(std::span<const std::uint8_t> data, Duration time, bool key_frame);
  bool has_room(std::size_t data, bool key_frame);
  void close();

  std::string path_;  // empty: not recording
  DataSize limit_;
  std::shared_ptr<RecordingZero> zero_;
  RemoteTimeline timeline_;
  WebmWriter writer_;
  std::unique_ptr<SoundMix> mix_;
  std::deque<PictureQueue::Frame> pictures_;
  PictureSize largest_ = default_largest_picture;
  bool takes_ = false;  // what refers to the last key frame
  PictureSize size_;    // of the last key frame that was taken
  StillPicture still_;
  std::optional<Duration> last_picture_;
  std::optional<LocalTime> newest_;  // that something came
  std::string error_;
  std::string end_;
};

}  // namespace evenkeel
