#include <algorithm>
#include <vector>

#include "core/base/byte_reader.h"
#include "core/net/secure/dtls_handshake.h"
#include "tests/fuzz/fuzz.h"

using namespace evenkeel;

// The first byte says who is met and how far a true handshake has come; what follows are datagrams behind a length of
// two bytes each.

namespace {

struct Call {
  Certificate client_certificate = Certificate::make();
  Certificate server_certificate = Certificate::make();
};

const Call& call() {
  static const Call made;
  return made;
}

void carry(Handshake& from, Handshake& to) {
  std::vector<std::vector<std::uint8_t>> datagrams;
  while (const auto datagram = from.poll()) {
    require(datagram->size() <= 1200);
    datagrams.emplace_back(datagram->begin(), datagram->end());
  }
  for (const auto& datagram : datagrams) to.on_datagram(datagram, {});
}

// What was no true handshake has no keys.
void check(Handshake& handshake, bool was_done) {
  require(was_done || !handshake.take_keys());
  require((handshake.state() == Handshake::State::failed) == !handshake.failure().empty());
  handshake.on_timer(handshake.next_wake());
  std::size_t waiting = 0;
  while (const auto datagram = handshake.poll()) {
    require(datagram->size() <= 1200);
    ++waiting;
  }
  require(waiting <= 64);
}

}  // namespace

void fuzz(std::span<const std::uint8_t> input) {
  if (input.empty()) return;
  const auto client =
      make_dtls_handshake(DtlsRole::client, call().client_certificate, call().server_certificate.fingerprint());
  const auto server =
      make_dtls_handshake(DtlsRole::server, call().server_certificate, call().client_certificate.fingerprint());
  Handshake& met = input[0] & 1 ? *client : *server;
  client->start({});
  server->start({});
  for (int flight = 0; flight < (input[0] >> 1 & 3); ++flight) {
    carry(*client, *server);
    carry(*server, *client);
  }
  const bool was_done = met.state() == Handshake::State::done;
  ByteReader reader(input.subspan(1));
  while (reader.left() >= 2) {
    const std::size_t size = std::min<std::size_t>(reader.u16(), reader.left());
    met.on_datagram(reader.bytes(size), {});
  }
  check(met, was_done);
}
