#include "app/sound/sound_names.h"

#include <algorithm>
#include <cctype>

namespace evenkeel {
namespace {

bool is_wav(const std::string& path) {
  constexpr std::string_view ending = ".wav";
  if (path.size() <= ending.size()) return false;
  const auto same = [](unsigned char a, char b) { return std::tolower(a) == b; };
  return std::equal(path.end() - static_cast<std::ptrdiff_t>(ending.size()), path.end(), ending.begin(), same);
}

}  // namespace

Parsed<MicrophoneSpec> parse_microphone(const std::string& text) {
  using Kind = MicrophoneSpec::Kind;
  const std::string prefix = "mic:";
  if (text == "mic") return {MicrophoneSpec{Kind::any_device}, ""};
  if (text == "test") return {MicrophoneSpec{Kind::test}, ""};
  if (text == "none") return {MicrophoneSpec{Kind::none}, ""};
  if (text.starts_with(prefix) && text.size() > prefix.size()) {
    return {MicrophoneSpec{Kind::named_device, text.substr(prefix.size())}, ""};
  }
  if (is_wav(text)) return {MicrophoneSpec{Kind::file, text}, ""};
  return {std::nullopt, "'" + text + "' is no sound to send: write mic, mic:NAME, test, none or a file as speech.wav."};
}

Parsed<LoudspeakerSpec> parse_loudspeaker(const std::string& text) {
  using Kind = LoudspeakerSpec::Kind;
  if (text.empty()) {
    return {std::nullopt, "an empty text is no loudspeaker: write its name, default, none or a file as heard.wav."};
  }
  if (text == "default") return {LoudspeakerSpec{Kind::any_device}, ""};
  if (text == "none") return {LoudspeakerSpec{Kind::none}, ""};
  return {LoudspeakerSpec{is_wav(text) ? Kind::file : Kind::named_device, text}, ""};
}

}  // namespace evenkeel
