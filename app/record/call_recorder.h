#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <thread>

#include "app/record/received_recorder.h"
#include "app/record/recording_queue.h"
#include "app/record/sound_recorder.h"
#include "core/frames/encoded_sound.h"

namespace evenkeel {

/// Records a call: the pictures that are received into an IVF file, and beside it the sound of both sides
/// (sound_recordings_beside). Each file begins with what comes first for it, and all count their time from the same
/// moment. Sound comes from real-time threads: a thread of the recording opens, writes and closes its files.
class CallRecorder {
 public:
  CallRecorder() = default;
  ~CallRecorder() { stop(); }
  CallRecorder(const CallRecorder&) = delete;
  CallRecorder& operator=(const CallRecorder&) = delete;

  /// From any thread. Each file stays within `limit`. Files of these names are replaced.
  void start(const std::string& path, DataSize limit);
  /// From any thread. The files are closed when it returns, for which it waits for the disk; who brings sound does not.
  void stop();

  void on_frame(const ReceivedFrame& frame) { pictures_.on_frame(frame); }
  /// The payload of a packet of sound, in any order, and what SoundRecorder needs to place it. Of each of the two, from
  /// one thread at a time (RecordingQueue::push).
  void on_received_sound(std::span<const std::uint8_t> payload, std::uint32_t rtp_timestamp, LocalTime arrival) {
    received_.queue.push(payload, rtp_timestamp, arrival);
  }
  void on_sent_sound(const EncodedSound& sound) {
    sent_.queue.push(sound.payload(), static_cast<std::uint32_t>(sound.sample), sound.captured);
  }

  bool running() const { return pictures_.running(); }
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
  void end_recording();
  void write(const std::stop_token& stop);
  void tell();

  const std::shared_ptr<RecordingZero> zero_ = std::make_shared<RecordingZero>();
  ReceivedRecorder pictures_;
  Side received_{*zero_}, sent_{*zero_};
  mutable std::mutex told_mutex_;  // nobody writes under it
  std::string sound_error_, sound_end_, sound_lost_;
  std::mutex control_mutex_;  // of start() and stop()
  std::jthread writer_;       // while it records
};

}  // namespace evenkeel
