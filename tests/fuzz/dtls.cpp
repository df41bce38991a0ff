#include <algorithm>
#include <deque>
#include <memory>
#include <vector>

#include "core/base/byte_reader.h"
#include "core/net/secure/dtls_handshake.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/seeded_openssl.h"

using namespace evenkeel;

// The first byte: who is met and how far a true handshake has come; what follows are datagrams behind a length of two
// bytes each. Or, with bit 3, both ends meet, and what follows says what becomes of each of their datagrams.

namespace {

using Datagram = std::vector<std::uint8_t>;
constexpr int max_steps = 200;
constexpr std::size_t max_wire = 64;

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

/// A client and a server, and a wire that loses, repeats, reorders and changes their datagrams.
class Flights {
 public:
  Flights() {
    for (End* end : {&client_, &server_}) end->handshake->start(now_);
    send();
  }

  void step(ByteReader& reader) {
    const std::uint8_t what = reader.u8();
    End& to = what & 1 ? client_ : server_;
    switch (what / 2 % 8) {
      case 0:
        return drop(to);
      case 1:
        return repeat(to);
      case 2:
        if (to.wire.size() > 1) std::swap(to.wire[0], to.wire[1]);
        return;
      case 3:
        return change(to, reader);
      case 4:
        return cut(to, reader);
      case 5:
        return pass(std::chrono::milliseconds(10) * (1 << what / 16));
      default:
        deliver(to);
    }
  }

  /// The rest arrives.
  void finish() {
    for (int round = 0; round < 20; ++round) {
      for (End* end : {&client_, &server_}) {
        while (!end->wire.empty()) deliver(*end);
      }
      pass(2s);
    }
    check();
  }

 private:
  struct End {
    std::unique_ptr<Handshake> handshake;
    std::deque<Datagram> wire;  // towards it
    std::optional<SrtpKeys> keys;
  };

  void send() {
    for (auto [from, to] : {std::pair(&client_, &server_), std::pair(&server_, &client_)}) {
      int count = 0;
      while (const auto datagram = from->handshake->poll()) {
        require(datagram->size() <= 1200 && ++count <= 64);
        if (to->wire.size() < max_wire) to->wire.emplace_back(datagram->begin(), datagram->end());
      }
      if (auto keys = from->handshake->take_keys()) from->keys = keys;
    }
  }
  static std::optional<Datagram> take(End& to) {
    if (to.wire.empty()) return std::nullopt;
    Datagram first = std::move(to.wire.front());
    to.wire.pop_front();
    return first;
  }
  static void drop(End& to) { (void)take(to); }
  static void repeat(End& to) {
    if (!to.wire.empty() && to.wire.size() < max_wire) to.wire.push_back(to.wire.front());
  }
  static void change(End& to, ByteReader& reader) {
    const std::size_t at = reader.u8() * std::size_t{256} + reader.u8();
    if (!to.wire.empty()) to.wire.front()[at % to.wire.front().size()] ^= reader.u8();
  }
  static void cut(End& to, ByteReader& reader) {
    const std::size_t size = reader.u8();
    if (!to.wire.empty() && size > 0) to.wire.front().resize(std::min(size * 4, to.wire.front().size()));
  }
  void deliver(End& to) {
    if (const auto datagram = take(to)) to.handshake->on_datagram(*datagram, now_);
    send();
  }
  void pass(Duration time) {
    now_ += time;
    test::openssl_time += time;
    for (End* end : {&client_, &server_}) {
      if (end->handshake->next_wake() <= now_) end->handshake->on_timer(now_);
    }
    send();
  }

  // Whatever happened on the way, two ends that are done have the same keys, each the other's.
  void check() const {
    for (const End* end : {&client_, &server_}) {
      require((end->handshake->state() == Handshake::State::failed) == !end->handshake->failure().empty());
      require(!end->handshake->wrong_certificate() || end->handshake->state() == Handshake::State::failed);
    }
    if (!client_.keys || !server_.keys) return;
    require(client_.keys->profile == server_.keys->profile);
    require(client_.keys->local.bytes == server_.keys->remote.bytes);
    require(client_.keys->remote.bytes == server_.keys->local.bytes);
  }

  LocalTime now_{1h};
  End client_{make(DtlsRole::client), {}, {}}, server_{make(DtlsRole::server), {}, {}};
};

}  // namespace

void fuzz(std::span<const std::uint8_t> input) {
  if (input.empty()) return;
  fuzzing::seed_openssl(1);
  (void)call();
  fuzzing::seed_openssl(input[0] + 2u);
  test::openssl_time = 1'000'000s;
  if (input[0] & 8) {
    ByteReader reader(input.subspan(1));
    Flights flights;
    for (int step = 0; reader.left() > 0 && step < max_steps; ++step) flights.step(reader);
    return flights.finish();
  }
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
