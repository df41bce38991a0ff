#include "core/signal/sdp_answer.h"

#include <algorithm>

#include "core/signal/ice_text.h"
#include "core/signal/sdp_candidate.h"
#include "core/signal/sdp_formats.h"
#include "core/signal/sdp_text.h"

namespace evenkeel {
namespace {

std::optional<unsigned> hex_digit(char c) {
  constexpr std::string_view digits = "0123456789abcdefABCDEF";
  const auto at = digits.find(c);
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<unsigned>(at < 16 ? at : at - 6);
}

// "12:AB:..." (RFC 8122, section 5).
std::optional<Sha256Digest> parse_digest(std::string_view text) {
  Sha256Digest digest{};
  if (text.size() != 3 * digest.size() - 1) return std::nullopt;
  for (std::size_t i = 0; i < digest.size(); ++i) {
    const auto high = hex_digit(text[3 * i]), low = hex_digit(text[3 * i + 1]);
    const bool parted = i + 1 == digest.size() || text[3 * i + 2] == ':';
    if (!high || !low || !parted) return std::nullopt;
    digest[i] = static_cast<std::uint8_t>(*high << 4 | *low);
  }
  return digest;
}

/// What may stand for the whole session, or for one medium of it, which goes before.
struct Transport {
  std::string_view ufrag, password, setup;
  std::optional<Sha256Digest> fingerprint;
  bool has_other_fingerprint = false;

  void on_attribute(const SdpAttribute& attribute);
  void inherit(const Transport& other);
};

/// One medium, of which two share a way: what is told of it for one of them is told for both (RFC 9143, section 7.1.3).
struct Medium {
  bool is_there = false, refused = false, muxed = false, reduced_size = false;
  std::string_view mid, direction;
  Transport transport;

  void on_attribute(const SdpAttribute& attribute);
  bool is_taken() const { return is_there && !refused; }
  // Without a word of it both directions are meant (RFC 8866, section 6.7).
  bool sends() const { return direction != "recvonly" && direction != "inactive"; }
  bool receives() const { return direction != "sendonly" && direction != "inactive"; }
};

bool is_direction(std::string_view name) {
  return name == "sendrecv" || name == "sendonly" || name == "recvonly" || name == "inactive";
}

void Transport::on_attribute(const SdpAttribute& attribute) {
  const auto& [name, value] = attribute;
  if (name == "ice-ufrag") ufrag = value;
  if (name == "ice-pwd") password = value;
  if (name == "setup") setup = value;
  if (name != "fingerprint") return;
  std::string_view rest = value;
  const std::string_view hash = take_word(rest);
  const auto digest = same_word(hash, "sha-256") ? parse_digest(take_word(rest)) : std::nullopt;
  if (digest && !fingerprint) fingerprint = digest;
  has_other_fingerprint |= !digest;
}

void Medium::on_attribute(const SdpAttribute& attribute) {
  const auto& [name, value] = attribute;
  if (name == "mid") mid = value;
  if (name == "rtcp-mux") muxed = true;
  if (name == "rtcp-rsize") reduced_size = true;
  if (is_direction(name)) direction = name;
  transport.on_attribute(attribute);
}

void Transport::inherit(const Transport& other) {
  const auto fill = [](std::string_view& own, std::string_view theirs) {
    if (own.empty()) own = theirs;
  };
  if (ufrag.empty() && password.empty()) {
    ufrag = other.ufrag;
    password = other.password;
  }
  fill(setup, other.setup);
  if (!fingerprint) fingerprint = other.fingerprint;
  has_other_fingerprint |= other.has_other_fingerprint;
}

/// Takes the lines one after another, then says what came of them.
class AnswerReader {
 public:
  explicit AnswerReader(ServerCall call) : call_(call) {}

  void on_line(const SdpLine& line);
  Parsed<SdpAnswer> result();

 private:
  void on_medium(std::string_view value);
  void on_session_attribute(const SdpAttribute& attribute);
  void on_medium_attribute(const SdpAttribute& attribute, Medium& medium);
  void on_source(std::string_view value);
  void on_source_group(std::string_view value);
  bool is_bundled(const Medium& medium) const;
  void fill();
  void fill_sound();

  // Each one sentence, or empty.
  std::string fault_of_media() const;
  std::string fault_of_transport() const;
  std::string fault_of_candidates() const;
  std::string fault_of_direction() const;

  ServerCall call_;
  enum class Place { session, video, sound, elsewhere } place_ = Place::session;
  std::string_view bundle_, direction_;  // of the session
  Transport session_;
  Medium video_, sound_;
  SdpFormats formats_;
  SdpAnswer answer_;
};

void AnswerReader::on_line(const SdpLine& line) {
  if (line.type == 'm') return on_medium(line.value);
  if (line.type != 'a') return;
  const SdpAttribute attribute = attribute_of(line.value);
  if (place_ == Place::session) on_session_attribute(attribute);
  if (place_ == Place::video) on_medium_attribute(attribute, video_);
  if (place_ == Place::sound) on_medium_attribute(attribute, sound_);
}

// The first of each kind is ours: one of each was offered. What is said of one that is refused means nothing.
void AnswerReader::on_medium(std::string_view value) {
  const std::string_view kind = take_word(value);
  place_ = Place::elsewhere;
  const bool is_video = kind == "video";
  Medium& medium = is_video ? video_ : sound_;
  if ((!is_video && kind != "audio") || medium.is_there) return;
  medium.is_there = true;
  medium.refused = take_word(value) == "0";
  if (medium.refused) return;
  place_ = is_video ? Place::video : Place::sound;
  take_word(value);  // the protocol, of which the fingerprint speaks better
  formats_.begin(is_video ? SdpFormats::video : SdpFormats::sound, value);
}

void AnswerReader::on_session_attribute(const SdpAttribute& attribute) {
  std::string_view value = attribute.value;
  if (attribute.name == "ice-lite") answer_.ice_lite = true;
  if (attribute.name == "group" && take_word(value) == "BUNDLE") bundle_ = value;
  if (attribute.name == "extmap") formats_.on_extension(value);
  if (is_direction(attribute.name)) direction_ = attribute.name;
  session_.on_attribute(attribute);
}

void AnswerReader::on_medium_attribute(const SdpAttribute& attribute, Medium& medium) {
  const auto& [name, value] = attribute;
  const bool is_video = &medium == &video_;
  if (name == "candidate") read_sdp_candidate(value, answer_);
  if (name == "rtpmap") formats_.on_rtpmap(value);
  if (name == "fmtp") formats_.on_fmtp(value);
  if (name == "rtcp-fb") formats_.on_feedback(value);
  if (name == "extmap") formats_.on_extension(value);
  if (name == "ssrc" && is_video) on_source(value);
  if (name == "ssrc-group" && is_video) on_source_group(value);
  medium.on_attribute(attribute);
}

void AnswerReader::on_source(std::string_view value) {
  if (!answer_.ssrc) answer_.ssrc = parse_decimal(take_word(value), UINT32_MAX);
}

// The first of the two is the video, the other sends it again (RFC 5576, section 4.2; RFC 4588).
void AnswerReader::on_source_group(std::string_view value) {
  if (take_word(value) != "FID") return;
  if (const auto ssrc = parse_decimal(take_word(value), UINT32_MAX)) answer_.ssrc = ssrc;
}

bool AnswerReader::is_bundled(const Medium& medium) const {
  const std::string_view mid = medium.mid.empty() && &medium == &video_ ? "0" : medium.mid;
  std::string_view names = bundle_;
  while (!names.empty()) {
    if (take_word(names) == mid) return true;
  }
  return false;
}

// The one who answers is not the one who begins where nothing else is said (RFC 4145, section 4).
void AnswerReader::fill() {
  const bool is_shared = sound_.is_taken() && is_bundled(video_) && is_bundled(sound_);
  if (is_shared) {
    video_.transport.inherit(sound_.transport);
    video_.muxed |= sound_.muxed;
    video_.reduced_size |= sound_.reduced_size;
  }
  video_.transport.inherit(session_);
  if (video_.direction.empty()) video_.direction = direction_;
  if (sound_.direction.empty()) sound_.direction = direction_;
  formats_.write_to(answer_);
  const Transport& way = video_.transport;
  answer_.fingerprint = way.fingerprint.value_or(Sha256Digest{});
  answer_.ice_ufrag = way.ufrag;
  answer_.ice_password = way.password;
  answer_.server_is_client = way.setup == "active";
  answer_.reduced_size_rtcp = video_.reduced_size;
  answer_.sends_video = video_.sends();
  answer_.receives_video = video_.receives();
  if (!is_shared) answer_.opus = 0;
  fill_sound();
  std::ranges::stable_sort(answer_.candidates, std::ranges::greater(), &SdpAnswer::Candidate::priority);
}

void AnswerReader::fill_sound() {
  const bool has_sound = answer_.opus != 0;
  answer_.sends_audio = has_sound && sound_.sends();
  answer_.receives_audio = has_sound && sound_.receives();
  if (has_sound) return;
  answer_.audio_level_id = 0;
  answer_.congestion_feedback_of_sound = answer_.transport_wide_feedback_of_sound = false;
}

std::string AnswerReader::fault_of_media() const {
  if (!video_.is_there) return "The server's answer has no video: check that the URL is one of a place for video.";
  if (video_.refused) return "The server refused the video: check that it takes VP8, and that the place is free.";
  if (answer_.vp8 == 0) {
    return "The server's answer names no VP8: let it take VP8, or use a server that does.";
  }
  if (!is_bundled(video_))
    return "The server's answer names no BUNDLE (RFC 9143): use a server that is made for WebRTC.";
  if (!video_.muxed) return "The server's answer names no rtcp-mux (RFC 5761): use a server that is made for WebRTC.";
  if (const int id = formats_.contested_id(); id != 0) {
    return "The server's answer gives the id " + std::to_string(id) +
           " to two header extensions: update the server, or use another.";
  }
  return {};
}

std::string AnswerReader::fault_of_transport() const {
  const Transport& way = video_.transport;
  if (!way.fingerprint) {
    const std::string what = way.has_other_fingerprint ? "no SHA-256 fingerprint" : "no fingerprint";
    return "The server's answer has " + what +
           " of its certificate, so that anybody could be there: use a server that encrypts by DTLS-SRTP.";
  }
  if (!is_ice_text(way.ufrag, 4) || !is_ice_text(way.password, 22)) {
    return "The server's answer has no ICE name and password (ice-ufrag, ice-pwd), without which nobody finds a way "
           "to it: use a server that is made for WebRTC.";
  }
  if (!way.setup.empty() && way.setup != "active" && way.setup != "passive") {
    return "The server's answer does not say who begins the handshake (setup): update the server, or use another.";
  }
  return {};
}

std::string AnswerReader::fault_of_candidates() const {
  if (!answer_.candidates.empty()) return {};
  const auto& passed = answer_.passed_over;
  std::string others;
  const auto count = [&](std::size_t number, std::string_view what) {
    if (number > 0) others += (others.empty() ? " (but " : ", ") + std::to_string(number) + std::string(what);
  };
  count(passed.tcp, " by TCP");
  count(passed.hidden, " by name");
  count(passed.other, " that cannot be used");
  if (!others.empty()) others += ')';
  return "The server's answer names no address for UDP" + others +
         ": let it tell the one at which it is reached, and open its UDP ports.";
}

std::string AnswerReader::fault_of_direction() const {
  if (call_ == ServerCall::publish && !answer_.receives_video) {
    return "The server does not take our video: check that the URL is one to publish to.";
  }
  if (call_ == ServerCall::view && !answer_.sends_video) {
    return "The server has no video for us: check that the URL is one to watch, and that somebody publishes there.";
  }
  return {};
}

Parsed<SdpAnswer> AnswerReader::result() {
  fill();
  for (const std::string& fault :
       {fault_of_media(), fault_of_transport(), fault_of_candidates(), fault_of_direction()}) {
    if (!fault.empty()) return {std::nullopt, fault};
  }
  return {std::move(answer_), ""};
}

}  // namespace

Parsed<SdpAnswer> read_sdp_answer(std::string_view text, ServerCall call) {
  if (text.size() > SdpAnswer::max_size) {
    return {std::nullopt, "The server's answer is longer than 64 kB, and none to a call: check the URL."};
  }
  if (!text.starts_with("v=0")) {
    return {std::nullopt, "The server's answer is no session description (SDP): check the URL."};
  }
  AnswerReader reader(call);
  while (const auto line = take_sdp_line(text)) reader.on_line(*line);
  return reader.result();
}

}  // namespace evenkeel
