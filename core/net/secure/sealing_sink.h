#pragma once

#include "core/net/secure/srtp.h"
#include "core/session/datagram_sink.h"

namespace evenkeel {

/// Seals what one thread sends, into memory of its own, before another sink. What that one refuses is offered again by
/// the sender, and must not be sealed again: it is kept sealed until it is taken. Not for several threads.
class SealingSink final : public DatagramSink {
 public:
  explicit SealingSink(DatagramSink& behind);
  ~SealingSink() override;

  /// Until the first key and after nullptr what comes is lost. Forgets what is kept.
  void set_sealer(std::unique_ptr<SrtpSealer> sealer);

  bool send(Datagram datagram, const Route& to, std::uint8_t ecn = 0) override;
  std::size_t send_batch(std::span<const Datagram> datagrams, const Route& to, std::uint8_t ecn = 0) override;

 private:
  struct Kept;
  std::unique_ptr<SrtpSealer> sealer_;
  std::unique_ptr<Kept> kept_;
};

}  // namespace evenkeel
