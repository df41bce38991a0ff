#include "app/cli/sound_options.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "app/sound/sound_names.h"

namespace evenkeel {
namespace {

struct Part {
  std::string_view name;
  bool SoundProcessing::*member;
};

constexpr std::array<Part, 4> parts{{{"high-pass", &SoundProcessing::high_pass},
                                     {"echo", &SoundProcessing::echo_canceller},
                                     {"noise", &SoundProcessing::noise_suppression},
                                     {"gain", &SoundProcessing::automatic_gain}}};

constexpr SoundProcessing nothing{false, false, false, false};

}  // namespace

Parsed<SoundProcessing> parse_sound_processing(const std::string& text) {
  if (text == "all") return {SoundProcessing(), ""};
  if (text == "none") return {nothing, ""};
  SoundProcessing out = nothing;
  for (std::string_view rest = text;;) {
    const std::string_view name = rest.substr(0, rest.find(','));
    const auto* const part = std::ranges::find(parts, name, &Part::name);
    if (part == parts.end()) {
      return {std::nullopt, "'" + std::string(name) +
                                "' is no processing of sound: write all, none, or some of high-pass,echo,noise,gain."};
    }
    if (out.*part->member) return {std::nullopt, "'" + std::string(name) + "' is given more than once: leave one out."};
    out.*part->member = true;
    if (name.size() == rest.size()) return {out, ""};
    rest.remove_prefix(name.size() + 1);
  }
}

std::string to_string(const SoundProcessing& processing) {
  if (processing == SoundProcessing()) return "all";
  std::string out;
  for (const Part& part : parts) {
    if (processing.*part.member) out += (out.empty() ? "" : ",") + std::string(part.name);
  }
  return out.empty() ? "none" : out;
}

std::string check_ring(const std::string& text) {
  const auto spec = parse_loudspeaker(text);
  if (!spec || spec.value->kind != LoudspeakerSpec::Kind::file) return spec.error;
  return "'" + text + "' is a file, and a ring has to be heard: name a loudspeaker, or none.";
}

}  // namespace evenkeel
