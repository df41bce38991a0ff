#include "core/signal/sdp_formats.h"

#include <algorithm>

#include "core/signal/sdp_text.h"

namespace evenkeel {
namespace {

// Those for whom it may be chosen, where RTCP comes by the same port (RFC 5761, section 4; RFC 8834).
std::optional<std::uint8_t> parse_payload_type(std::string_view word) {
  const auto number = parse_decimal(word, 127);
  if (!number || *number < 35 || (*number >= 64 && *number < 96)) return std::nullopt;
  return static_cast<std::uint8_t>(*number);
}

// Of "apt=96", alone or among other parameters.
std::optional<std::uint8_t> parse_apt(std::string_view parameters) {
  while (!parameters.empty()) {
    const auto end = parameters.find(';');
    std::string_view parameter = parameters.substr(0, end);
    parameters.remove_prefix(end == std::string_view::npos ? parameters.size() : end + 1);
    parameter = take_word(parameter);
    if (parameter.starts_with("apt=")) return parse_payload_type(parameter.substr(4));
  }
  return std::nullopt;
}

}  // namespace

void SdpFormats::begin(Medium medium, std::string_view words) {
  medium_ = medium;
  std::vector<std::uint8_t>& offered = media_[medium].offered;
  while (!words.empty()) {
    const auto type = parse_payload_type(take_word(words));
    if (type && std::ranges::find(offered, *type) == offered.end()) offered.push_back(*type);
  }
}

void SdpFormats::on_rtpmap(std::string_view value) {
  const auto type = parse_payload_type(take_word(value));
  if (!type || formats_[*type].named) return;
  const std::string_view codec = take_word(value);
  formats_[*type].named = true;
  if (same_word(codec, "VP8/90000")) formats_[*type].codec = Codec::vp8;
  if (same_word(codec, "rtx/90000")) formats_[*type].codec = Codec::retransmission;
  if (same_word(codec, "opus/48000/2")) formats_[*type].codec = Codec::opus;
}

void SdpFormats::on_fmtp(std::string_view value) {
  const auto type = parse_payload_type(take_word(value));
  if (!type) return;
  if (const auto of = parse_apt(value)) formats_[*type].of = *of;
}

std::uint8_t SdpFormats::feedback_named(std::string_view words) {
  const std::string_view name = take_word(words);
  const std::string_view parameter = take_word(words);
  if (name == "nack" && parameter.empty()) return nack;
  if (name == "nack" && parameter == "pli") return pli;
  if (name == "ccm" && parameter == "fir") return fir;
  if (name == "goog-remb") return remb;
  if (name == "transport-cc") return transport_wide;
  return name == "ack" && parameter == "ccfb" ? congestion : 0;
}

void SdpFormats::on_feedback(std::string_view value) {
  const std::string_view whose = take_word(value);
  const std::uint8_t feedback = feedback_named(value);
  if (whose == "*") {
    if (medium_) media_[*medium_].feedback_of_all |= feedback;
  } else if (const auto type = parse_payload_type(whose)) {
    formats_[*type].feedback |= feedback;
  }
}

// "3 URI" or "3/recvonly URI". Ids above 14 need the form of two bytes, which was not offered.
void SdpFormats::on_extension(std::string_view value) {
  const std::string_view number = take_word(value);
  const auto id = parse_decimal(number.substr(0, number.find('/')), 14);
  const std::string_view name = take_word(value);
  if (!id || *id == 0 || name.empty()) return;
  std::string_view& known = extensions_[*id];
  if (!known.empty() && known != name) contested_id_ = static_cast<std::uint8_t>(*id);
  known = name;
  for (const Medium medium : {video, sound}) media_[medium].has_extension[*id] |= medium == medium_.value_or(medium);
}

std::uint8_t SdpFormats::id_of(std::string_view extension, Medium medium) const {
  for (std::uint8_t id = 1; id < extensions_.size(); ++id) {
    if (extensions_[id] == extension && media_[medium].has_extension[id]) return id;
  }
  return 0;
}

std::uint8_t SdpFormats::find(Codec codec, Medium medium) const {
  const auto& offered = media_[medium].offered;
  const auto found = std::ranges::find_if(offered, [&](auto type) { return formats_[type].codec == codec; });
  return found == offered.end() ? 0 : *found;
}

std::uint8_t SdpFormats::feedback_of(std::uint8_t type, Medium medium) const {
  return formats_[type].feedback | media_[medium].feedback_of_all;
}

void SdpFormats::write_to(SdpAnswer& answer) const {
  answer.vp8 = find(Codec::vp8, video);
  if (answer.vp8 == 0) return;
  for (const std::uint8_t type : media_[video].offered) {
    const bool again = formats_[type].codec == Codec::retransmission && formats_[type].of == answer.vp8;
    if (again && answer.vp8_retransmission == 0) answer.vp8_retransmission = type;
  }
  answer.transport_wide_number_id = id_of(transport_wide_extension, video);
  answer.capture_time_id = id_of(capture_time_extension, video);
  const unsigned feedback = feedback_of(answer.vp8, video);
  answer.nack = (feedback & nack) != 0;
  answer.picture_loss = (feedback & pli) != 0;
  answer.full_intra_request = (feedback & fir) != 0;
  answer.remb = (feedback & remb) != 0;
  answer.transport_wide_feedback = (feedback & transport_wide) != 0;
  answer.congestion_feedback = (feedback & congestion) != 0;
  write_sound_to(answer);
}

void SdpFormats::write_sound_to(SdpAnswer& answer) const {
  answer.opus = find(Codec::opus, sound);
  if (answer.opus == 0) return;
  answer.audio_level_id = id_of(audio_level_extension, sound);
  const unsigned feedback = feedback_of(answer.opus, sound);
  const std::uint8_t number = id_of(transport_wide_extension, sound);
  const bool is_numbered = number != 0 && number == answer.transport_wide_number_id;  // all packets in one order
  answer.transport_wide_feedback_of_sound = is_numbered && (feedback & transport_wide) != 0;
  answer.congestion_feedback_of_sound = (feedback & congestion) != 0;
}

}  // namespace evenkeel
