#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <thread>

#include "app/record/call/pair_thread.h"
#include "app/record/call/picture_queue.h"
#include "app/record/call/webm_recorder.h"
#include "app/record/received_recorder.h"
#include "app/record/recording_queue.h"
#include "app/record/sound_recorder.h"
#include "core/frames/encoded_frame.h"
#include "core/frames/encoded_sound.h"
#include "core/session/sync_record.h"

namespace evenkeel {

/// What a recording is written as.
enum class RecordingFormat {
  webm,  ///< one file that players open
  ivf,   ///< pictures alone, as they came, and sound in files beside them: for tests and measurements
};

/// Whose pictures a WebM file has.
enum class RecordedPictures {
  received,  ///< as they came
  both,      ///< side by side, encoded anew
  sent,      ///< ours, as they were sent: of a call that receives none. In WebM alone
};

/// Records a call, in one WebM file (WebmRecorder); or the pictures that are received in an IVF file, and beside it the
/// sound of both sides (sound_recordings_beside). All of it counts its time from the same moment, that of whatever
/// comes first. Sound comes from real-time threads: a thread of the recording opens, writes and closes the files.
class CallRecorder {
 public:
  /// What the recording asks of the call, from its own thread; each may be null.
  struct Call {
    std::function<std::optional<SyncRecord::Reports>()> reports;  ///< of the sender, as they are now
    std::function<void()> request_key_frame;                      ///< of whose pictures are recorded
    PictureSize largest_picture = default_largest_picture;        ///< of the other end
    std::function<void()> takes_pairs{};  ///< for tests: called by start(), once pairs are taken
  };

  CallRecorder() = default;
  ~CallRecorder() { stop(); }
  CallRecorder(const CallRecorder&) = delete;
  CallRecorder& operator=(const CallRecorder&) = delete;

  /// Before the first start().
  void set_call(Call call) {
    call_ = std::move(call);
    webm_.set_largest_picture(call_.largest_picture);
  }
  /// From any thread. Each file stays within `limit`. Files of these names are replaced.
  void start(const std::string& path, DataSize limit, RecordingFormat format = RecordingFormat::ivf,
             RecordedPictures pictures = RecordedPictures::received);
  /// From any thread. The files are closed when it returns, for which it waits for the disk; who brings sound does not.
  void stop();

  /// From one thread at a time. It copies the frame, and in IVF it writes it.
  void on_frame(const ReceivedFrame& frame);
  /// From the thread that encodes. Copies it where sent pictures are recorded.
  void on_sent_frame(const EncodedFrame& frame);
  /// A received picture is shown; one of ours was captured. From any thread, for pairs.
  void on_shown(const std::shared_ptr<const Picture>& picture, std::uint32_t rtp_timestamp, LocalTime shown);
  void on_own_picture(const std::shared_ptr<const Picture>& picture);
  /// The payload of a packet of sound, in any order, and what SoundRecorder needs to place it. Of each of the two, from
  /// one thread at a time (RecordingQueue::push).
  void on_received_sound(std::span<const std::uint8_t> payload, std::uint32_t rtp_timestamp, LocalTime arrival) {
    received_.queue.push(payload, rtp_timestamp, arrival);
  }
  void on_sent_sound(const EncodedSound& sound) {
    sent_.queue.push(sound.payload(), static_cast<std::uint32_t>(sound.sample), sound.captured);
  }

  bool running() const { return running_; }
  /// What comes from the other end is written, in one file at least: of three, one may have failed or ended.
  bool writes_received() const;
  /// Of the files so far.
  DataSize size() const { return bytes(size_); }
  /// From the first to the last that came, so that it stands still while nobody is there to be recorded.
  Duration length() const { return Duration(length_); }
  /// What ended one of the files, failure or limit; empty otherwise. Until start(). After stop() end() also has what
  /// sound is missing since the disk was too slow for it.
  std::string error() const;
  std::string end() const;

 private:
  struct Side {
    explicit Side(RecordingZero& zero) : queue(zero) {}
    void start(const std::string& to, DataSize limit, const std::shared_ptr<RecordingZero>& zero);
    void write_waiting();
    void finish();
    std::string lost_text() const;

    RecordingQueue queue;
    // Of the thread that writes.
    SoundRecorder recorder;
    std::string path;
    std::string lost;
  };
  struct Arrival {
    std::uint32_t rtp_timestamp = 0;
    LocalTime time{};
  };
  static constexpr std::size_t arrival_capacity = 1024;
  void start_ivf(const std::string& path, DataSize limit);
  void start_webm(const std::string& path, DataSize limit);
  void start_pairs();
  LocalTime place(std::uint32_t rtp_timestamp, LocalTime shown) const;
  void end_recording();
  void write_sound(const std::stop_token& stop);
  void write_webm(const std::stop_token& stop);
  void take_waiting();
  void ask_for_key_frame(LocalTime now);
  std::string webm_lost_text() const;
  void tell();

  Call call_;
  const std::shared_ptr<RecordingZero> zero_ = std::make_shared<RecordingZero>();
  std::atomic<bool> running_{false};
  std::atomic<std::int64_t> size_{0};
  std::atomic<std::int64_t> length_{0};  // ns
  ReceivedRecorder pictures_;
  Side received_{*zero_}, sent_{*zero_};
  PictureQueue webm_pictures_;
  SpscRing<Arrival> arrivals_{arrival_capacity};  // of received pictures, while pairs are recorded
  std::atomic<bool> has_pairs_{false}, takes_sent_{false};
  mutable std::mutex pairs_mutex_;
  std::unique_ptr<PairThread> pairs_;  // under pairs_mutex_, as the next one
  RemoteTimeline timeline_;
  std::string webm_path_;
  // Of the thread that writes.
  WebmRecorder webm_;
  std::vector<PictureQueue::Frame> taken_;
  LocalTime key_frame_{};  // that came last, or was asked for
  std::string webm_lost_;

  mutable std::mutex told_mutex_;  // nobody writes under it
  std::string error_, end_, lost_;
  bool writes_sound_or_webm_ = false;  // received sound
  std::mutex control_mutex_;           // of start() and stop()
  std::jthread writer_;                // while it records
};

}  // namespace evenkeel
