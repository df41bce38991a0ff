#include "core/ice/ice_agent.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/ice/crc32.h"
#include "core/ice/stun_attributes.h"
#include "tests/fuzz/fuzz.h"

using namespace evenkeel;

namespace {

// What one input may cost.
constexpr std::size_t max_steps = 10;
constexpr std::size_t max_sent_per_step = 100;

using Bytes = std::vector<std::uint8_t>;

/// Depends on every byte, and is no cryptography: the fuzzer is to reach what lies behind it, and fast.
class FakeCryptography final : public Cryptography {
 public:
  Sha1Digest hmac_sha1(Cryptography::Bytes key, Cryptography::Bytes data) const override {
    std::uint64_t hash = 0xcbf2'9ce4'8422'2325u;
    for (const auto part : {key, data})
      for (const std::uint8_t byte : part) hash = (hash ^ byte) * 0x100'0000'01b3u;
    Sha1Digest digest{};
    for (std::size_t i = 0; i < digest.size(); ++i) digest[i] = static_cast<std::uint8_t>(hash >> i % 8 * 8);
    return digest;
  }
  Md5Digest md5(Cryptography::Bytes) const override { std::abort(); }
  Sha256Digest sha256(Cryptography::Bytes) const override { std::abort(); }
  void hkdf_sha256(Cryptography::Bytes, std::string_view, std::span<std::uint8_t>) const override { std::abort(); }
  void pbkdf2_sha256(Cryptography::Bytes, Cryptography::Bytes, int, std::span<std::uint8_t>) const override {
    std::abort();
  }
  void seal(const AesKey&, const GcmNonce&, Cryptography::Bytes, std::span<std::uint8_t>) const override {
    std::abort();
  }
  bool open(const AesKey&, const GcmNonce&, Cryptography::Bytes, std::span<std::uint8_t>) const override {
    std::abort();
  }
};

const FakeCryptography cryptography;
const IceCredentials own{"LEFT", "password-of-the-left-end"};
const IceCredentials peer{"RIGHT", "password-of-the-right-end"};

RandomBytes counting_random() {
  return [count = std::uint64_t{1}](std::span<std::uint8_t> out) mutable {
    std::uint64_t number = count++ * 0x9E37'79B9'7F4A'7C15u;
    for (auto& byte : out) byte = static_cast<std::uint8_t>((number = number << 7 | number >> 57) >> 13);
  };
}

// 32 remote addresses, IPv4 and IPv6, and three local ones: none, and two.
Route route_of(std::uint8_t number) {
  Route route;
  route.to.port = static_cast<std::uint16_t>(5000 + number % 32);
  if (number % 2) route.to.address[10] = route.to.address[11] = 0xFF;
  route.to.address[15] = static_cast<std::uint8_t>(1 + number % 32);
  route.from[15] = static_cast<std::uint8_t>(number / 32 % 3);
  return route;
}

void append(Bytes& out, std::uint64_t value, int bytes) {
  for (int i = bytes; i-- > 0;) out.push_back(static_cast<std::uint8_t>(value >> 8 * i));
}

// A message of these attributes, whatever they are, with integrity and fingerprint.
Bytes sealed(unsigned type, const StunTransactionId& id, std::span<const std::uint8_t> attributes,
             std::string_view password) {
  Bytes out;
  append(out, type, 2);
  append(out, attributes.size() + 24, 2);
  append(out, stun_magic_cookie, 4);
  out.insert(out.end(), id.begin(), id.end());
  out.insert(out.end(), attributes.begin(), attributes.end());
  const auto digest =
      cryptography.hmac_sha1({reinterpret_cast<const std::uint8_t*>(password.data()), password.size()}, out);
  append(out, std::uint64_t{stun_attribute::message_integrity} << 16 | digest.size(), 4);
  out.insert(out.end(), digest.begin(), digest.end());
  out[3] = static_cast<std::uint8_t>(out[3] + 8);
  if (out[3] < 8) ++out[2];
  const std::uint32_t sum = crc32(out) ^ stun_fingerprint_mask;
  append(out, std::uint64_t{stun_attribute::fingerprint} << 16 | 4, 4);
  append(out, sum, 4);
  return out;
}

class Session {
 public:
  explicit Session(IceAgent::Role role) : agent_({role, own, peer}, cryptography, counting_random(), now_) {}

  void step(ByteReader& reader) {
    const std::uint8_t what = reader.u8();
    const std::uint8_t number = reader.u8();
    const Route route = route_of(number);
    switch (what % 8) {
      case 0:
        now_ += std::chrono::milliseconds(reader.u16());
        break;
      case 1:
        give(some_bytes(reader), route);
        break;
      case 2:
        give(request(reader, what), route);
        break;
      case 3:
        give(named_request(reader), route);
        break;
      case 4:
        give_answer(reader, route, what);
        break;
      case 5:
        add_candidates(number, 1 + what / 8 % 17);
        break;
      case 6:
        agent_.on_addresses_changed(now_);
        break;
      default:
        give(sealed(what & 8 ? 0x0101 : 0x0111, last_check_.id, some_bytes(reader), peer.password), last_check_.route);
    }
    drain();
  }

 private:
  struct Account {
    std::size_t received = 0, sent = 0;
    bool trusted = false;  // named by the peer's description, or it answered
  };
  struct Check {
    StunTransactionId id{};
    Route route;
  };

  void add_candidates(std::uint8_t first, int count) {
    for (; count-- > 0; ++first) {
      agent_.add_remote_candidate(route_of(first).to, now_);
      at(route_of(first).to).trusted = true;
    }
  }

  static std::span<const std::uint8_t> some_bytes(ByteReader& reader) {
    const std::size_t size = reader.u8();
    return reader.bytes(std::min(size, reader.left()));
  }
  static StunTransactionId id_of(std::uint8_t number) { return {0xFF, number}; }

  static Bytes request(ByteReader& reader, std::uint8_t flags) {
    StunWriter writer(StunClass::request, id_of(reader.u8()));
    writer.username(peer.ufrag, own.ufrag).priority(reader.u8());
    const std::uint64_t tie_breaker = std::uint64_t{reader.u8()} << 56;
    if (flags & 8) writer.controlling(tie_breaker);
    if (flags & 16) writer.controlled(tie_breaker);
    if (flags & 32) writer.use_candidate();
    return writer.finish(own.password, cryptography);
  }
  static Bytes named_request(ByteReader& reader) {
    const auto attributes = some_bytes(reader);
    Bytes all{0, 6, 0, 10, 'L', 'E', 'F', 'T', ':', 'R', 'I', 'G', 'H', 'T', 0, 0};
    all.insert(all.end(), attributes.begin(), attributes.end());
    return sealed(0x0001, id_of(reader.u8()), all, own.password);
  }

  Account& at(const Endpoint& endpoint) { return accounts_[endpoint.port % accounts_.size()]; }

  void give(std::span<const std::uint8_t> datagram, const Route& route) {
    const Bytes exact(datagram.begin(), datagram.end());  // so that the sanitizer sees a step behind the end
    (void)is_stun(exact);
    if (const auto username = username_of_request(exact)) require(username->size() <= max_stun_username_size);
    const std::uint64_t answers = agent_.counters().responses_received;
    if (agent_.on_stun(exact, route, now_)) at(route.to).received += exact.size();
    if (agent_.counters().responses_received != answers) at(route.to).trusted = true;
  }

  void give_answer(ByteReader& reader, const Route& route, std::uint8_t flags) {
    const Check& check = checks_[reader.u8() % checks_.size()];
    StunWriter writer(flags & 8 ? StunClass::error : StunClass::success, check.id);
    if (flags & 8)
      writer.error(flags & 16 ? 487 : 400);
    else
      writer.mapped_address(route.to);
    give(writer.finish(peer.password, cryptography), flags & 32 ? route : Route(check.route.to, route.from));
  }

  void drain() {
    std::size_t count = 0;
    while (auto sent = agent_.poll(now_)) {
      require(++count <= max_sent_per_step);
      note(*sent);
    }
    require(agent_.next_wake() > now_);
    if (const auto& selected = agent_.selected()) {
      require(at(selected->to).trusted);
      require(agent_.consent_lost() || agent_.is_validated(*selected));
    }
  }

  void note(const IceAgent::Outgoing& sent) {
    const auto message = parse_stun(sent.datagram);
    require(message && message->has_fingerprint);
    Account& account = at(sent.route.to);
    account.sent += sent.datagram.size();
    require(account.trusted || account.sent <= 3 * account.received);
    if (message->message_class != StunClass::request) return;
    require(has_integrity(*message, peer.password, cryptography));
    last_check_ = {message->id, sent.route};
    checks_[check_count_++ % checks_.size()] = last_check_;
  }

  LocalTime now_{1h};
  IceAgent agent_;
  std::array<Account, 32> accounts_{};
  std::array<Check, 8> checks_{};
  std::size_t check_count_ = 0;
  Check last_check_;
};

}  // namespace

// The first byte is the role; then each step has a byte for what happens, one for an address, and what that step needs.
void fuzz(std::span<const std::uint8_t> input) {
  ByteReader reader(input);
  Session session(reader.u8() % 2 ? IceAgent::Role::controlling : IceAgent::Role::controlled);
  for (std::size_t steps = 0; reader.left() > 0 && steps < max_steps; ++steps) session.step(reader);
}
