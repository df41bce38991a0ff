#include "core/rtp/features.h"

#include <algorithm>
#include <array>

namespace evenkeel {
namespace {

struct Token {
  std::string_view name;
  bool PeerFeatures::*feature;
};

constexpr std::array<Token, 5> tokens{{{"rtx", &PeerFeatures::retransmission},
                                       {"repair", &PeerFeatures::repair},
                                       {"refs", &PeerFeatures::references},
                                       {"sound", &PeerFeatures::sound},
                                       {"red", &PeerFeatures::sound_copies}}};

}  // namespace

std::uint8_t to_bits(const PeerFeatures& features) {
  unsigned bits = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) bits |= (features.*tokens[i].feature ? 1u : 0u) << i;
  return static_cast<std::uint8_t>(bits);
}

PeerFeatures features_of_bits(std::uint8_t bits) {
  PeerFeatures features;
  for (std::size_t i = 0; i < tokens.size(); ++i) features.*tokens[i].feature = (bits >> i & 1) != 0;
  return features;
}

std::string to_text(const PeerFeatures& features) {
  std::string text;
  for (const auto& [name, feature] : tokens) {
    if (!(features.*feature)) continue;
    if (!text.empty()) text += ' ';
    text += name;
  }
  return text;
}

PeerFeatures parse_features(std::string_view text) {
  PeerFeatures features;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find(' '), text.size());
    for (const auto& [name, feature] : tokens) {
      if (text.substr(0, length) == name) features.*feature = true;
    }
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return features;
}

}  // namespace evenkeel
