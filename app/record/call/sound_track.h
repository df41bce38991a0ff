#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "app/record/recording_queue.h"
#include "codecs/opus_decoder.h"
#include "core/base/time.h"
#include "core/frames/sound.h"

namespace evenkeel {

/// The sound of one side, decoded and put where it belongs in time. Between packets that belong together it is
/// stretched or shortened by up to 0.5 % as the clock of the sound card wants it, so that nothing drifts; what was lost
/// is concealed, and longer gaps are silence.
class SoundTrack {
 public:
  using Packet = RecordingQueue::Packet;
  /// The sample, counted from the start of the recording, at which a packet begins.
  using Place = std::function<std::int64_t(const Packet&)>;

  SoundTrack();

  /// In any order.
  void push(const Packet& packet);
  /// Decodes what begins before `until`.
  void decode(std::int64_t until, const Place& place);
  /// Adds what is from sample `from` on to `out`. To be called in order.
  void mix_into(std::span<std::int32_t> out, std::int64_t from);

 private:
  void put(const Packet& packet, std::int64_t start);
  void fill_gap(std::int64_t start);
  void append(std::span<const std::int16_t> samples);
  void append_stretched(std::span<const std::int16_t> samples, std::int64_t late);

  std::vector<Packet> held_;
  OpusDecoder decoder_;
  std::array<std::int16_t, 5760> decoded_{};
  std::vector<std::int16_t> samples_;  // decoded and not mixed yet, without a gap
  std::int64_t begin_ = 0;             // of samples_
  bool began_ = false;
};

}  // namespace evenkeel
