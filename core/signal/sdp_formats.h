#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/signal/sdp_answer.h"

namespace evenkeel {

/// What the numbers in the packets of video and sound mean, as their lines tell one after another. Both share one way,
/// and so one set of numbers (RFC 9143, section 9.1).
class SdpFormats {
 public:
  enum Medium : std::uint8_t { video, sound };

  /// The lines of a medium begin; what comes before is of both. `words`: of the medium's line, what is behind the
  /// protocol: payload types, the preferred first.
  void begin(Medium medium, std::string_view words);
  // Values of attributes.
  void on_rtpmap(std::string_view value);
  void on_fmtp(std::string_view value);
  void on_feedback(std::string_view value);
  void on_extension(std::string_view value);

  /// Two extensions have this id; 0: none have.
  std::uint8_t contested_id() const { return contested_id_; }
  /// Where there is no VP8, nothing is written; of sound nothing without Opus.
  void write_to(SdpAnswer& answer) const;

 private:
  enum class Codec : std::uint8_t { other, vp8, retransmission, opus };
  enum Feedback : std::uint8_t { nack = 1, pli = 2, fir = 4, remb = 8, transport_wide = 16, congestion = 32 };
  struct Format {
    bool named = false;  // in an rtpmap
    Codec codec = Codec::other;
    std::uint8_t of = 0;  // apt
    std::uint8_t feedback = 0;
  };

  struct OfMedium {
    std::vector<std::uint8_t> offered;  // that its line lists, without repetitions
    std::uint8_t feedback_of_all = 0;
    std::array<bool, 15> has_extension{};  // by id
  };

  static std::uint8_t feedback_named(std::string_view words);
  /// 0: the medium has none.
  std::uint8_t id_of(std::string_view extension, Medium medium) const;
  std::uint8_t find(Codec codec, Medium medium) const;
  std::uint8_t feedback_of(std::uint8_t type, Medium medium) const;
  void write_sound_to(SdpAnswer& answer) const;

  std::optional<Medium> medium_;  // whose lines come
  std::array<OfMedium, 2> media_{};
  std::array<Format, 128> formats_{};
  std::array<std::string_view, 15> extensions_{};  // by id
  std::uint8_t contested_id_ = 0;
};

}  // namespace evenkeel
