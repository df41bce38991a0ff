#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace evenkeel {

// Lines of a session description (RFC 8866) and their words. Whatever stands there, nothing is thrown.

inline constexpr std::string_view transport_wide_extension =
    "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01";
inline constexpr std::string_view capture_time_extension =
    "http://www.webrtc.org/experiments/rtp-hdrext/abs-capture-time";
inline constexpr std::string_view audio_level_extension = "urn:ietf:params:rtp-hdrext:ssrc-audio-level";

struct SdpLine {
  char type = 0;
  std::string_view value;  ///< behind the "="
};
/// Cuts off the next line that is one: those of another form are passed over. Lines end with CR LF, or with LF alone.
std::optional<SdpLine> take_sdp_line(std::string_view& text);

/// Cuts off the next word, and the blanks around it; empty where there is none.
std::string_view take_word(std::string_view& text);

/// Of "NAME:VALUE" or "NAME".
struct SdpAttribute {
  std::string_view name;
  std::string_view value;
};
SdpAttribute attribute_of(std::string_view line_value);

/// Decimal digits and nothing else; nullopt above `most`.
std::optional<std::uint32_t> parse_decimal(std::string_view word, std::uint32_t most);

/// Whether they differ at most in the case of ASCII letters.
bool same_word(std::string_view a, std::string_view b);

}  // namespace evenkeel
