#include "core/net/secure/srtp.h"

#include <arpa/inet.h>
#include <srtp2/srtp.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <unordered_map>

#include "core/net/secure/openssl_cryptography.h"

namespace evenkeel {
namespace {

constexpr unsigned long replay_window = 1024;
constexpr std::size_t max_packet = 2048;  // longer than any datagram that is read; libsrtp's buffers are of that order
constexpr std::size_t max_streams = 64;   // that are open at a time
constexpr std::size_t max_forgotten = 4096;
constexpr std::size_t rtp_header = 12;
constexpr std::size_t rtcp_header = 8;
constexpr std::size_t srtcp_index = 4;

void must(bool succeeded) {
  if (!succeeded) std::abort();
}

void start_library() {
  static const bool started = srtp_init() == srtp_err_status_ok;
  must(started);
}

std::uint32_t big_endian(std::span<const std::uint8_t> bytes) {
  std::uint32_t value = 0;
  for (const std::uint8_t byte : bytes) value = value << 8 | byte;
  return value;
}

std::uint32_t ssrc_of(std::span<const std::uint8_t> packet, bool rtcp) {
  return big_endian(packet.subspan(rtcp ? 4 : 8, 4));
}

void set_algorithms(SrtpProfile profile, srtp_crypto_policy_t& policy) {
  if (profile == SrtpProfile::aead_aes_128_gcm) {
    srtp_crypto_policy_set_aes_gcm_128_16_auth(&policy);
  } else {
    srtp_crypto_policy_set_aes_cm_128_hmac_sha1_80(&policy);
  }
}

srtp_policy_t make_policy(SrtpProfile profile, SrtpKey& key) {
  srtp_policy_t policy{};
  set_algorithms(profile, policy.rtp);
  set_algorithms(profile, policy.rtcp);
  policy.key = key.bytes.data();
  policy.window_size = replay_window;
  return policy;
}

// One policy for whichever SSRC comes. libsrtp derives its keys in here and does not keep the master key.
srtp_t make_session(SrtpProfile profile, SrtpKey key, srtp_ssrc_type_t direction) {
  start_library();
  must(key.size == (profile == SrtpProfile::aead_aes_128_gcm ? 28 : 30));
  srtp_policy_t policy = make_policy(profile, key);
  policy.ssrc.type = direction;
  srtp_t session = nullptr;
  const srtp_err_status_t status = srtp_create(&session, &policy);
  wipe(key.bytes);
  must(status == srtp_err_status_ok);
  return session;
}

struct Session {
  Session(SrtpProfile profile, const SrtpKey& key, srtp_ssrc_type_t direction)
      : srtp(make_session(profile, key, direction)) {}
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() { srtp_dealloc(srtp); }

  srtp_t srtp;
};

}  // namespace

struct SrtpSealer::Context : Session {
  using Session::Session;
};

SrtpSealer::SrtpSealer(SrtpProfile profile, const SrtpKey& key)
    : context_(std::make_unique<Context>(profile, key, ssrc_any_outbound)) {}
SrtpSealer::~SrtpSealer() = default;
SrtpSealer::SrtpSealer(SrtpSealer&&) noexcept = default;
SrtpSealer& SrtpSealer::operator=(SrtpSealer&&) noexcept = default;

std::size_t SrtpSealer::seal(std::span<const std::uint8_t> plain, std::span<std::uint8_t> out) {
  if (plain.size() < rtcp_header || plain.size() > max_packet || out.size() < plain.size() + srtp_max_growth) return 0;
  const bool rtcp = is_rtcp_by_type(plain);
  if (!rtcp && plain.size() < rtp_header) return 0;
  std::memcpy(out.data(), plain.data(), plain.size());
  int size = static_cast<int>(plain.size());
  const auto status =
      rtcp ? srtp_protect_rtcp(context_->srtp, out.data(), &size) : srtp_protect(context_->srtp, out.data(), &size);
  return status == srtp_err_status_ok ? static_cast<std::size_t>(size) : 0;
}

namespace {

/// RFC 3711, section 3.3.1, as libsrtp has it: the index that is nearest to the highest one, -1 before the first.
std::int64_t index_of(std::uint32_t number, std::int64_t highest) {
  if (highest < 0) return number;
  const std::int64_t index = highest + static_cast<std::int16_t>(number - static_cast<std::uint32_t>(highest));
  return index < 0 ? number : index;
}

/// The highest indices of authentic packets of one SSRC; -1: none.
struct Indices {
  std::int64_t rtp = -1, rtcp = -1;
};

}  // namespace

// libsrtp keeps a stream for each SSRC of which a packet was authentic. The one that is silent longest makes room for
// the next, and leaves its indices behind: what comes of it later has to be above them, and begins at its roll-over.
struct SrtpOpener::Context : Session {
  Context(SrtpProfile profile, const SrtpKey& key)
      : Session(profile, key, ssrc_any_inbound), profile_(profile), key_(key), tag_size_(srtp_tag_size(profile)) {}
  ~Context() { wipe(key_.bytes); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  Opened open(std::span<std::uint8_t> sealed);

 private:
  struct Stream {
    std::uint32_t ssrc = 0;
    Indices highest;
    Indices floor;                 ///< of before it was forgotten
    bool needs_roll_over = false;  ///< libsrtp does not know it yet
    std::uint64_t used = 0;
  };

  bool has_shape(std::span<const std::uint8_t> sealed) const {
    if (sealed.size() < rtcp_header || sealed.size() > max_packet) return false;
    return sealed.size() >= tag_size_ + (is_rtcp_by_type(sealed) ? rtcp_header + srtcp_index : rtp_header);
  }
  // In AES-CM the tag follows it (RFC 3711, section 3.4), in GCM nothing does (RFC 7714, section 9.2).
  std::int64_t rtcp_index(std::span<const std::uint8_t> sealed) const {
    const std::size_t behind = profile_ == SrtpProfile::aead_aes_128_gcm ? 0 : tag_size_;
    return big_endian(sealed.first(sealed.size() - behind).last(srtcp_index)) & 0x7FFF'FFFF;
  }
  Stream* find(std::uint32_t ssrc) {
    const auto end = streams_.begin() + static_cast<std::ptrdiff_t>(count_);
    const auto found = std::find_if(streams_.begin(), end, [&](const Stream& s) { return s.ssrc == ssrc; });
    return found == end ? nullptr : &*found;
  }
  bool has_room() const { return count_ < max_streams || forgotten_.size() < max_forgotten; }
  void keep(const Stream& stream, Stream* known);
  void remove(std::uint32_t ssrc) { srtp_remove_stream(srtp, htonl(ssrc)); }
  void revive(std::uint32_t ssrc);
  srtp_err_status_t unprotect(std::span<std::uint8_t>& sealed, bool rtcp);

  SrtpProfile profile_;
  SrtpKey key_;
  std::size_t tag_size_;
  std::array<Stream, max_streams> streams_{};
  std::size_t count_ = 0;
  std::uint64_t packets_ = 0;
  std::unordered_map<std::uint32_t, Indices> forgotten_;
};

void SrtpOpener::Context::keep(const Stream& stream, Stream* known) {
  if (known != nullptr) {
    *known = stream;
    return;
  }
  forgotten_.erase(stream.ssrc);
  if (count_ < max_streams) {
    streams_[count_++] = stream;
    return;
  }
  Stream& silent = *std::ranges::min_element(streams_, {}, &Stream::used);
  remove(silent.ssrc);
  forgotten_[silent.ssrc] = silent.highest;
  silent = stream;
}

// libsrtp does not know it any more.
void SrtpOpener::Context::revive(std::uint32_t ssrc) {
  srtp_policy_t policy = make_policy(profile_, key_);
  policy.ssrc = {ssrc_specific, ssrc};
  must(srtp_add_stream(srtp, &policy) == srtp_err_status_ok);
}

srtp_err_status_t SrtpOpener::Context::unprotect(std::span<std::uint8_t>& sealed, bool rtcp) {
  int size = static_cast<int>(sealed.size());
  const auto status =
      rtcp ? srtp_unprotect_rtcp(srtp, sealed.data(), &size) : srtp_unprotect(srtp, sealed.data(), &size);
  sealed = sealed.first(static_cast<std::size_t>(std::max(size, 0)));
  return status;
}

SrtpOpener::Opened SrtpOpener::Context::open(std::span<std::uint8_t> sealed) {
  if (!has_shape(sealed)) return {Verdict::forged, {}};
  const bool rtcp = is_rtcp_by_type(sealed);
  const std::uint32_t ssrc = ssrc_of(sealed, rtcp);
  Stream* const known = find(ssrc);
  const auto forgotten = forgotten_.find(ssrc);
  const bool returns = forgotten != forgotten_.end();
  if (known == nullptr && !returns && !has_room()) return {Verdict::forged, {}};
  Stream stream = known != nullptr ? *known : Stream{ssrc, {}, {}, returns, 0};
  if (returns) stream.highest = stream.floor = forgotten->second;
  std::int64_t& highest = rtcp ? stream.highest.rtcp : stream.highest.rtp;
  const std::int64_t index = rtcp ? rtcp_index(sealed) : index_of(big_endian(sealed.subspan(2, 2)), highest);
  if (index <= (rtcp ? stream.floor.rtcp : stream.floor.rtp)) return {Verdict::replayed, {}};
  if (returns) revive(ssrc);
  if (!rtcp && stream.needs_roll_over) srtp_set_stream_roc(srtp, ssrc, static_cast<std::uint32_t>(index >> 16));
  const auto status = unprotect(sealed, rtcp);
  if (status != srtp_err_status_ok && returns) remove(ssrc);
  if (status == srtp_err_status_replay_fail || status == srtp_err_status_replay_old) return {Verdict::replayed, {}};
  if (status != srtp_err_status_ok) return {Verdict::forged, {}};
  highest = std::max(highest, index);
  stream.needs_roll_over = stream.needs_roll_over && rtcp;
  stream.used = ++packets_;
  keep(stream, known);
  return {Verdict::opened, sealed};
}

SrtpOpener::SrtpOpener(SrtpProfile profile, const SrtpKey& key) : context_(std::make_unique<Context>(profile, key)) {}
SrtpOpener::~SrtpOpener() = default;
SrtpOpener::SrtpOpener(SrtpOpener&&) noexcept = default;
SrtpOpener& SrtpOpener::operator=(SrtpOpener&&) noexcept = default;

SrtpOpener::Opened SrtpOpener::open(std::span<std::uint8_t> sealed) { return context_->open(sealed); }

}  // namespace evenkeel
