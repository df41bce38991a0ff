#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/signal/sdp_answer.h"

namespace evenkeel {

/// What the numbers in the packets of one medium mean, as its lines tell one after another.
class SdpFormats {
 public:
  /// Of the medium's line, what is behind the protocol: payload types, the preferred first.
  void on_payload_types(std::string_view words);
  // Values of attributes.
  void on_rtpmap(std::string_view value);
  void on_fmtp(std::string_view value);
  void on_feedback(std::string_view value);
  void on_extension(std::string_view value);

  /// Two extensions have this id; 0: none have.
  std::uint8_t contested_id() const { return contested_id_; }
  /// Where there is no VP8, nothing is written.
  void write_to(SdpAnswer& answer) const;

 private:
  enum class Codec : std::uint8_t { other, vp8, retransmission };
  enum Feedback : std::uint8_t { nack = 1, pli = 2, fir = 4, remb = 8, transport_wide = 16, congestion = 32 };
  struct Format {
    bool named = false;  // in an rtpmap
    Codec codec = Codec::other;
    std::uint8_t of = 0;  // apt
    std::uint8_t feedback = 0;
  };

  static std::uint8_t feedback_named(std::string_view words);

  std::vector<std::uint8_t> offered_;  // that the medium's line lists, without repetitions
  std::array<Format, 128> formats_{};
  std::uint8_t feedback_of_all_ = 0;
  std::array<std::string_view, 15> extensions_{};  // by id
  std::uint8_t contested_id_ = 0;
};

}  // namespace evenkeel
