#include "core/net/secure/srtp.h"

#include <srtp2/srtp.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

#include "core/net/secure/openssl_cryptography.h"

namespace evenkeel {
namespace {

constexpr unsigned long replay_window = 1024;
constexpr std::size_t max_packet = 2048;  // longer than any datagram that is read; libsrtp's buffers are of that order
constexpr std::size_t max_streams = 64;   // that a peer may begin
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

std::uint32_t ssrc_of(std::span<const std::uint8_t> packet, bool rtcp) {
  const auto* bytes = packet.data() + (rtcp ? 4 : 8);
  return static_cast<std::uint32_t>(bytes[0]) << 24 | static_cast<std::uint32_t>(bytes[1] << 16 | bytes[2] << 8) |
         bytes[3];
}

void set_algorithms(SrtpProfile profile, srtp_crypto_policy_t& policy) {
  if (profile == SrtpProfile::aead_aes_128_gcm) {
    srtp_crypto_policy_set_aes_gcm_128_16_auth(&policy);
  } else {
    srtp_crypto_policy_set_aes_cm_128_hmac_sha1_80(&policy);
  }
}

// One policy for whichever SSRC comes. libsrtp derives its keys in here and does not keep the master key.
srtp_t make_session(SrtpProfile profile, const SrtpKey& key, srtp_ssrc_type_t direction) {
  start_library();
  must(key.size == (profile == SrtpProfile::aead_aes_128_gcm ? 28 : 30));
  auto bytes = key.bytes;
  srtp_policy_t policy{};
  set_algorithms(profile, policy.rtp);
  set_algorithms(profile, policy.rtcp);
  policy.ssrc.type = direction;
  policy.key = bytes.data();
  policy.window_size = replay_window;
  srtp_t session = nullptr;
  const srtp_err_status_t status = srtp_create(&session, &policy);
  wipe(bytes);
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

// libsrtp keeps a stream for each SSRC of which a packet was authentic, for ever.
struct SrtpOpener::Context : Session {
  Context(SrtpProfile profile, const SrtpKey& key)
      : Session(profile, key, ssrc_any_inbound), tag_size(srtp_tag_size(profile)) {}

  bool has_shape(std::span<const std::uint8_t> sealed) const {
    if (sealed.size() < rtcp_header || sealed.size() > max_packet) return false;
    return sealed.size() >= tag_size + (is_rtcp_by_type(sealed) ? rtcp_header + srtcp_index : rtp_header);
  }
  bool knows(std::uint32_t ssrc) const { return std::find(begin(), end(), ssrc) != end(); }
  bool may_begin(std::uint32_t ssrc) const { return count < max_streams || knows(ssrc); }
  void on_authentic(std::uint32_t ssrc) {
    if (!knows(ssrc)) ssrcs[count++] = ssrc;
  }

 private:
  const std::uint32_t* begin() const { return ssrcs.data(); }
  const std::uint32_t* end() const { return ssrcs.data() + count; }

  std::size_t tag_size;
  std::array<std::uint32_t, max_streams> ssrcs{};
  std::size_t count = 0;
};

SrtpOpener::SrtpOpener(SrtpProfile profile, const SrtpKey& key) : context_(std::make_unique<Context>(profile, key)) {}
SrtpOpener::~SrtpOpener() = default;
SrtpOpener::SrtpOpener(SrtpOpener&&) noexcept = default;
SrtpOpener& SrtpOpener::operator=(SrtpOpener&&) noexcept = default;

SrtpOpener::Opened SrtpOpener::open(std::span<std::uint8_t> sealed) {
  if (!context_->has_shape(sealed)) return {Verdict::forged, {}};
  const bool rtcp = is_rtcp_by_type(sealed);
  const std::uint32_t ssrc = ssrc_of(sealed, rtcp);
  if (!context_->may_begin(ssrc)) return {Verdict::forged, {}};
  int size = static_cast<int>(sealed.size());
  const auto status = rtcp ? srtp_unprotect_rtcp(context_->srtp, sealed.data(), &size)
                           : srtp_unprotect(context_->srtp, sealed.data(), &size);
  if (status == srtp_err_status_replay_fail || status == srtp_err_status_replay_old) return {Verdict::replayed, {}};
  if (status != srtp_err_status_ok) return {Verdict::forged, {}};
  context_->on_authentic(ssrc);
  return {Verdict::opened, sealed.first(static_cast<std::size_t>(size))};
}

}  // namespace evenkeel
