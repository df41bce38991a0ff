#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "app/record/ogg_opus.h"
#include "app/record/recording_zero.h"
#include "core/base/data_size.h"
#include "core/base/time.h"
#include "core/rtp/opus_payload.h"

namespace evenkeel {

/// Where the sound of both sides goes.
struct SoundRecordings {
  std::string received, sent;

  bool operator==(const SoundRecordings&) const = default;
};
/// Beside a recording of pictures: NAME.received.opus and NAME.sent.opus for NAME.ivf, received.opus and sent.opus for
/// received.ivf. Nullopt where that is a device or a pipe, beside which nothing is to be put.
std::optional<SoundRecordings> sound_recordings_beside(const std::string& pictures);

/// Writes packets of sound, sent or received, into an Ogg file as they came. Begins with the first packet. After a
/// failure, or at its limit, nothing more is written; until start() error() keeps the sentence about the one, end()
/// about the other. Nothing is allocated per packet. It waits for the disk: for a thread that may.
class SoundRecorder {
 public:
  /// The file stays within `limit`.
  void start(std::string path, DataSize limit, std::shared_ptr<RecordingZero> zero);
  void stop();

  /// A payload of RTP, in any order; what is no Opus is passed over. `time`: when it arrived, or its first sample was
  /// captured. It places the first packet, and each that is not where its timestamp (1/48000 s) would have it: after a
  /// new source, or a jump. What was before zero is left out.
  void on_packet(std::span<const std::uint8_t> payload, std::uint32_t rtp_timestamp, LocalTime time);

  /// Its file has been named, and has neither failed nor ended.
  bool writes() const { return !path_.empty() && error_.empty() && end_.empty(); }
  const std::string& error() const { return error_; }
  const std::string& end() const { return end_; }
  /// Of the file with all packets so far.
  DataSize size() const { return ogg_.size(); }
  /// Where its newest packet stands.
  Duration length() const { return from_seconds(static_cast<double>(newest_.value_or(0)) / 48'000); }

 private:
  struct Packet {
    std::int64_t start = 0;  // samples since zero
    std::size_t size = 0;
    std::array<std::uint8_t, max_opus_payload> bytes{};

    std::span<const std::uint8_t> payload() const { return std::span(bytes).first(size); }
  };
  std::int64_t place(std::uint32_t rtp_timestamp, LocalTime time);
  void hold(std::span<const std::uint8_t> payload, std::int64_t start);
  void write_first();
  void write_held();
  void write(const Packet& packet);
  void stop_at_limit();

  std::string path_;  // empty: not recording
  DataSize limit_;
  std::shared_ptr<RecordingZero> zero_;
  OggOpusWriter ogg_;
  // Where the newest timestamp is, in samples since zero.
  std::optional<std::int64_t> newest_;
  std::uint32_t newest_timestamp_ = 0;
  // In their order: some overtake others on their way.
  std::array<Packet, 8> held_;
  std::size_t held_count_ = 0;
  std::string error_;
  std::string end_;
};

}  // namespace evenkeel
