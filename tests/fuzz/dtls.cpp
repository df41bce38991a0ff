#include <algorithm>
#include <memory>
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

std::unique_ptr<Handshake> make(DtlsRole role) {
  const bool is_client = role == DtlsRole::client;
  const Certificate& own = is_client ? call().client_certificate : call().server_certificate;
  const Certificate& other = is_client ? call().server_certificate : call().client_certificate;
  return make_dtls_handshake(role, own, other.fingerprint());
}

void carry(Handshake& from, Handshake& to) {
  std::vector<std::vector<std::uint8_t>> datagrams;
  while (const auto datagram = from.poll()) {
    require(datagram->size() <= 1200);
    datagrams.emplace_back(datagram->begin(), datagram->end());
  }
  for (const auto& datagram : datagrams) to.on_datagram(datagram, {});
}

// The client speaks first.
void shake_hands(DtlsRole role, Handshake& met, int flights) {
  const auto other = make(role == DtlsRole::client ? DtlsRole::server : DtlsRole::client);
  other->start({});
  Handshake& client = role == DtlsRole::client ? met : *other;
  Handshake& server = role == DtlsRole::client ? *other : met;
  for (; flights > 0; --flights) {
    carry(client, server);
    carry(server, client);
  }
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
  const int flights = input[0] >> 1 & 3;
  const DtlsRole role = input[0] & 1 ? DtlsRole::client : DtlsRole::server;
  const auto met = make(role);
  met->start({});
  if (flights > 0)
    shake_hands(role, *met, flights);  // whom nothing came from needs nobody else, who takes long to make
  const bool was_done = met->state() == Handshake::State::done;
  ByteReader reader(input.subspan(1));
  while (reader.left() >= 2) {
    const std::size_t size = std::min<std::size_t>(reader.u16(), reader.left());
    met->on_datagram(reader.bytes(size), {});
  }
  check(*met, was_done);
}
