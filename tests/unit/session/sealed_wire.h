#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/net/secure/sealing_sink.h"
#include "core/net/secure/srtp.h"

namespace evenkeel::test {

/// One direction of an encrypted call: what a thread sends is sealed as in the product, and opened at the other end.
class SealedWire {
 public:
  using Bytes = std::vector<std::uint8_t>;

  SealedWire() { rekey(); }
  SealedWire(const SealedWire&) = delete;
  SealedWire& operator=(const SealedWire&) = delete;

  /// New keys at both ends, as after another handshake. What is on its way does not open any more.
  void rekey() {
    SrtpKey key;
    key.size = 28;  // of AES-128-GCM: key and salt
    key.bytes.fill(++keys_);
    sink_.set_sealer(std::make_unique<SrtpSealer>(profile, key));
    opener_.emplace(profile, key);
  }

  /// Nullopt where the socket refuses: to be offered again.
  std::optional<Bytes> seal(std::span<const std::uint8_t> plain) {
    sealed_.bytes.clear();
    if (!sink_.send(plain, {})) return std::nullopt;
    if (sealed_.bytes.empty()) ++refused;
    return std::exchange(sealed_.bytes, {});
  }
  /// Empty where it does not open.
  std::span<const std::uint8_t> open(Bytes& sealed) {
    const auto opened = opener_->open(sealed);
    if (opened.verdict == SrtpOpener::Verdict::opened) return opened.plain;
    ++unopened;
    return {};
  }
  /// The socket takes nothing, but what is offered has been sealed.
  void block(bool on) { sealed_.blocked = on; }

  int refused = 0;   ///< by libsrtp: a number that was sealed before
  int unopened = 0;  ///< forged or replayed, by what the receiver knows

 private:
  static constexpr SrtpProfile profile = SrtpProfile::aead_aes_128_gcm;
  struct Outlet final : DatagramSink {
    bool send(Datagram datagram, const Route&, std::uint8_t) override {
      if (!blocked) bytes.assign(datagram.begin(), datagram.end());
      return !blocked;
    }
    Bytes bytes;
    bool blocked = false;
  };

  std::uint8_t keys_ = 0;
  Outlet sealed_;
  SealingSink sink_{sealed_};
  std::optional<SrtpOpener> opener_;
};

}  // namespace evenkeel::test
