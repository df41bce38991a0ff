#include "core/session/secure_session.h"

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <vector>

#include "core/ice/crc32.h"
#include "tests/fuzz/fake_cryptography.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/session/secure_call.h"

using namespace evenkeel;

namespace {

// What one input may cost.
constexpr int max_steps = 16;
constexpr std::size_t max_wire = 24;
constexpr int max_sent_per_step = 64;
constexpr int max_turns = 2;
constexpr int max_wakes_per_step = 4;
constexpr int max_delivered_per_step = 8;

using Bytes = std::vector<std::uint8_t>;
const FakeCryptography cryptography;

RandomBytes counting_random(std::uint64_t seed) {
  return [count = seed](std::span<std::uint8_t> out) mutable {
    std::uint64_t number = ++count * 0x9E37'79B9'7F4A'7C15u;
    for (auto& byte : out) byte = static_cast<std::uint8_t>((number = number << 7 | number >> 57) >> 13);
  };
}

// Eight addresses: the listener's, the caller's, and those of nobody or of who moved there.
Endpoint address_of(std::uint8_t number) { return test::address_of(1 + number % 8); }

/// Counts itself, and how often there were keys.
struct CountedHandshake final : test::PlainHandshake {
  struct Counts {
    int alive = 0, done = 0;
  };
  CountedHandshake(std::uint8_t own, const Sha256Digest& expected, bool client, Counts& counts)
      : PlainHandshake(test::fingerprint_of(own), expected, client), counts_(counts) {
    ++counts_.alive;
  }
  ~CountedHandshake() override { --counts_.alive; }
  void on_datagram(Datagram datagram, LocalTime now) override {
    const bool was_done = state() == State::done;
    PlainHandshake::on_datagram(datagram, now);
    if (!was_done && state() == State::done) ++counts_.done;
  }

 private:
  Counts& counts_;
};

/// One end of a call. What it sends goes to a wire.
class End {
 public:
  struct Sent {
    Endpoint from, to;
    Bytes datagram;
  };

  End(std::uint8_t who, bool asks) : address_(address_of(who)) {
    session_ = std::make_unique<SecureSession>(tools(who, false), SecureSession::Listening{{}, asks});
  }
  End(std::uint8_t who, std::uint8_t listener, LocalTime now) : address_(address_of(who)) {
    Knock knock;
    knock.fingerprint = test::fingerprint_of(who);
    CallLink link{0, {}, test::fingerprint_of(listener), {address_of(listener)}};
    heard(link.addresses.front());
    session_ = std::make_unique<SecureSession>(tools(who, true), SecureSession::Calling{link, knock}, now);
  }

  /// Joins another end, by what stands in an answer.
  struct Joins {
    std::uint8_t who, other;
    bool begins_handshake;
  };
  End(const Joins& joins, LocalTime now) : address_(address_of(joins.who)), joins_(joins) {
    Joining joining;
    joining.ice_ufrag = name(joins.who, 0);
    joining.ice_password = password(joins.who, 0);
    joining.answer.ice_ufrag = name(joins.other, 0);
    joining.answer.ice_password = password(joins.other, 0);
    joining.can_restart = true;
    joining.answer.fingerprint = test::fingerprint_of(joins.other);
    joining.answer.candidates = {{address_of(joins.other), SdpAnswer::CandidateKind::host, 1}};
    heard(address_of(joins.other));
    session_ = std::make_unique<SecureSession>(tools(joins.who, joins.begins_handshake), joining, now);
  }

  bool is_joined() const { return joins_.has_value(); }
  /// By the credentials of this generation, of both ends.
  void restart(unsigned generation, LocalTime now) {
    IceRestart restart;
    restart.ice_ufrag = name(joins_->who, generation);
    restart.ice_password = password(joins_->who, generation);
    restart.server.ice_ufrag = name(joins_->other, generation);
    restart.server.ice_password = password(joins_->other, generation);
    session_->restart(restart, now);
  }

  const Endpoint& address() const { return address_; }
  SecureSession& session() { return *session_; }
  LocalTime next_wake() const { return session_->next_wake(); }

  void give(const Endpoint& from, const Bytes& datagram, LocalTime now) {
    heard(from);
    const Bytes exact(datagram.begin(), datagram.end());  // so that the sanitizer sees a step behind the end
    if (session_->on_datagram(exact, {from, address_.address}, now) != SecureSession::Kind::media) return;
    require(session_->peer() != nullptr);
    if (exact.size() > 1 && exact[1] == 203)
      session_->on_bye(now);
    else
      session_->on_authenticated({from, address_.address}, exact.size(), now);
  }

  void move(const Endpoint& to, LocalTime now) {
    address_ = to;
    session_->on_addresses_changed(now);
  }

  // Of a time that went by at once, as of a machine that slept, the first turn may not be done with all that is due.
  template <class Wire>
  void drain(Wire&& wire, LocalTime now) {
    int count = 0;
    for (int turns = 0; turns == 0 || session_->next_wake() <= now; ++turns) {
      require(turns < max_turns);
      while (auto out = session_->poll(now)) {
        require(++count <= max_sent_per_step);
        require(std::ranges::find(heard_, out->route.to) != heard_.end());
        wire(Sent{address_, out->route.to, std::move(out->datagram)});
      }
    }
    check();
  }

 private:
  static std::string name(std::uint8_t who, unsigned generation) {
    return "name" + std::to_string(who) + std::to_string(generation);
  }
  static std::string password(std::uint8_t who, unsigned generation) {
    return "01234567890123456789ab" + name(who, generation);
  }
  SecureSession::Tools tools(std::uint8_t who, bool client) {
    return {&cryptography, counting_random(who), [this, who, client](const Sha256Digest& expected) {
              return std::make_unique<CountedHandshake>(who, expected, client, counts_);
            }};
  }
  void heard(const Endpoint& from) {
    if (std::ranges::find(heard_, from) == heard_.end()) heard_.push_back(from);
  }

  void check() {
    // Those under way, the one in use, and one that says goodbye.
    require(counts_.alive <= static_cast<int>(session_->is_caller() ? 1 : SecureSession::max_knocks) + 2);
    int events = 0;
    while (const auto event = session_->take_event()) {
      require(++events <= 16);
      keys_told_ += event->kind == SecureSession::Event::Kind::keys;
    }
    require(keys_told_ <= counts_.done);
    if (session_->take_keys()) require(++keys_taken_ <= keys_told_);
    const CallState state = session_->state();
    if (state == CallState::in_call || state == CallState::ringing) require(session_->peer() && keys_told_ > 0);
    if (session_->peer()) require(session_->current()->handshake().state() == Handshake::State::done);
    require(!session_->route() || session_->peer());
  }

  CountedHandshake::Counts counts_;
  std::unique_ptr<SecureSession> session_;
  Endpoint address_;
  std::optional<Joins> joins_;
  std::vector<Endpoint> heard_;
  int keys_told_ = 0, keys_taken_ = 0;
};

// Gives a message the right FINGERPRINT, if it ends with one: a changed message gets beyond it.
void mend_fingerprint(Bytes& message) {
  if (message.size() < 28 || message[0] > 3) return;
  const std::uint32_t sum = crc32(std::span(message).first(message.size() - 8)) ^ 0x5354'554Eu;
  for (std::size_t i = 0; i < 4; ++i) message[message.size() - 4 + i] = static_cast<std::uint8_t>(sum >> (24 - 8 * i));
}

class Call {
 public:
  explicit Call(std::uint8_t flags)
      : listener_(flags & 4 ? End(End::Joins{0, 1, false}, now_) : End(0, flags & 1)),
        caller_(flags & 4 ? End(End::Joins{1, 0, true}, now_) : End(1, flags & 2 ? 2 : 0, now_)) {
    drain();
  }

  void step(ByteReader& reader) {
    const std::uint8_t what = reader.u8();
    const std::uint8_t number = what / 8;
    switch (what % 8) {
      case 0:
        return pass(Duration(1ms) * (1 << number % 18));
      case 1:
        return deliver(number);
      case 2:
        return number % 2 ? drop() : repeat();
      case 3:
        return change(number, reader);
      case 4:
        return inject(number, reader);
      case 5:
        return act(number);
      case 6:
        return talk(number);
      default:
        end(number % 2).move(address_of(number / 2), now_);
        return drain();
    }
  }

 private:
  End& end(std::uint8_t number) { return number ? caller_ : listener_; }

  void drain() {
    for (End* end : {&listener_, &caller_}) {
      end->drain(
          [this](End::Sent&& sent) {
            wire_.push_back(std::move(sent));
            if (wire_.size() > max_wire) wire_.pop_front();
          },
          now_);
    }
  }

  void pass(Duration time) {
    const LocalTime until = now_ + time;
    for (int wakes = 0; wakes < max_wakes_per_step; ++wakes) {
      const LocalTime wake = std::min(listener_.next_wake(), caller_.next_wake());
      if (wake >= until) break;
      now_ = wake;
      drain();
    }
    now_ = until;
    drain();
  }

  void give(const End::Sent& sent) {
    for (End* end : {&listener_, &caller_}) {
      if (end->address() == sent.to) end->give(sent.from, sent.datagram, now_);
    }
    drain();
  }
  std::optional<End::Sent> take() {
    if (wire_.empty()) return std::nullopt;
    End::Sent first = std::move(wire_.front());
    wire_.pop_front();
    return first;
  }

  void deliver(int count) {
    for (int i = 0; i <= count % max_delivered_per_step; ++i) {
      const auto sent = take();
      if (!sent) return;
      give(*sent);
    }
  }
  void drop() { take(); }
  void repeat() {
    if (wire_.empty()) return;
    wire_.push_back(wire_.front());
    const End::Sent sent = wire_.front();
    give(sent);
  }
  // Of the oldest datagram: one byte, where it comes from, or both.
  void change(std::uint8_t number, ByteReader& reader) {
    auto sent = take();
    if (!sent) return;
    if (number & 1)
      sent->datagram[reader.u8() * std::size_t{number & 2 ? 2u : 1u} % sent->datagram.size()] ^= reader.u8();
    if (number & 4) sent->from = address_of(number / 8);
    if (number & 2) mend_fingerprint(sent->datagram);
    give(*sent);
  }
  void inject(std::uint8_t number, ByteReader& reader) {
    const std::size_t size = reader.u8();
    const auto bytes = reader.bytes(std::min(size, reader.left()));
    End::Sent sent{address_of(number / 4), end(number % 2).address(), {bytes.begin(), bytes.end()}};
    if (number & 2) mend_fingerprint(sent.datagram);
    give(sent);
  }
  void act(std::uint8_t number) {
    SecureSession& session = end(number % 2).session();
    // Whoever rings, or somebody who does not.
    const Sha256Digest caller = session.peer() != nullptr && (number & 128) == 0 ? *session.peer() : Sha256Digest{};
    switch (number / 2 % 4) {
      case 0:
        if (listener_.is_joined()) return restart(number);
        session.accept(caller, now_);
        break;
      case 1:
        session.decline(caller, now_);
        break;
      case 2:
        session.hang_up();
        break;
      default:
        session.on_addresses_changed(now_);
    }
    drain();
  }
  // Of both ends, or of one that the other did not hear of.
  void restart(std::uint8_t number) {
    ++generation_;
    end(number % 2).restart(generation_, now_);
    if ((number & 8) == 0) end(1 - number % 2).restart(generation_, now_);
    drain();
  }
  // Media, or a goodbye, to where the other end is reached.
  void talk(std::uint8_t number) {
    End& from = end(number % 2);
    if (const auto route = from.session().route()) {
      give({from.address(), route->to, {0x80, static_cast<std::uint8_t>(number & 2 ? 203 : 96), 0, 0}});
    }
  }

  LocalTime now_{1h};
  unsigned generation_ = 0;
  End listener_, caller_;
  std::deque<End::Sent> wire_;
};

}  // namespace

// The first byte: whether the listener asks, whether the link names another certificate, and whether both join each
// other instead. Then each step has a byte for what happens, and what that step needs.
void fuzz(std::span<const std::uint8_t> input) {
  ByteReader reader(input);
  Call call(reader.u8());
  for (int step = 0; reader.left() > 0 && step < max_steps; ++step) call.step(reader);
}
