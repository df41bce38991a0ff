#include "core/signal/sdp_fragment.h"

#include <algorithm>
#include <functional>

#include "core/signal/ice_text.h"
#include "core/signal/sdp_candidate.h"
#include "core/signal/sdp_text.h"

namespace evenkeel {
namespace {

/// Takes the lines one after another. What stands before all media is for each of them; of media the first counts,
/// since one was offered.
class FragmentReader {
 public:
  void on_line(const SdpLine& line) {
    if (line.type == 'm') ++media_;
    if (line.type != 'a' || media_ > 1) return;
    const auto [name, value] = attribute_of(line.value);
    if (name == "ice-ufrag") read_.ice_ufrag = value;
    if (name == "ice-pwd") read_.ice_password = value;
    if (name == "candidate") read_sdp_candidate(value, read_);
  }

  Parsed<SdpFragment> result() {
    if (!is_ice_text(read_.ice_ufrag, 4) || !is_ice_text(read_.ice_password, 22)) {
      return {std::nullopt, "its answer has no new ICE name and password (ice-ufrag, ice-pwd)"};
    }
    std::ranges::stable_sort(read_.candidates, std::ranges::greater(), &SdpAnswer::Candidate::priority);
    SdpFragment fragment;
    fragment.ice_ufrag = read_.ice_ufrag;
    fragment.ice_password = read_.ice_password;
    fragment.candidates = std::move(read_.candidates);
    return {std::move(fragment), ""};
  }

 private:
  int media_ = 0;
  SdpAnswer read_;
};

}  // namespace

// RFC 8840, section 9.2: the medium is named as in the offer, by its identifier.
std::string write_sdp_fragment(const std::string& ice_ufrag, const std::string& ice_password) {
  std::string text;
  text.reserve(512);
  text += "a=ice-options:ice2\r\na=group:BUNDLE 0\r\nm=video 9 UDP/TLS/RTP/SAVPF " + std::to_string(offered::vp8);
  text += "\r\nc=IN IP4 0.0.0.0\r\na=mid:0\r\na=ice-ufrag:" + ice_ufrag + "\r\na=ice-pwd:";
  text += ice_password;
  text += "\r\na=end-of-candidates\r\n";
  return text;
}

Parsed<SdpFragment> read_sdp_fragment(std::string_view text) {
  if (text.size() > SdpAnswer::max_size) return {std::nullopt, "its answer is longer than 64 kB"};
  FragmentReader reader;
  while (const auto line = take_sdp_line(text)) reader.on_line(*line);
  return reader.result();
}

}  // namespace evenkeel
