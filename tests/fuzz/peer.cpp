// A whole call in virtual time, with keys of a real DTLS handshake: what leaves a Sender is sealed, lost, repeated,
// reordered and changed, opened and given to a Receiver, whose reports go back the same way. Changes are made before
// sealing, as a malicious peer would make them, or after, as somebody on the way.
//
// The first byte chooses the controller and what both ends understand; then each step has a byte for what happens, and
// what that needs.
#include <algorithm>
#include <deque>
#include <memory>
#include <vector>

#include "core/net/secure/dtls_handshake.h"
#include "core/net/secure/srtp.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/seeded_openssl.h"
#include "tests/unit/session/sound_call.h"

using namespace evenkeel;

namespace {

using Bytes = std::vector<std::uint8_t>;
constexpr int max_steps = 600;
constexpr std::size_t max_wire = 400;
constexpr int max_polls = 3000;  // datagrams at once

struct Keys {
  SrtpKeys client, server;
};

void carry(Handshake& from, Handshake& to) {
  std::vector<Bytes> datagrams;
  while (const auto datagram = from.poll()) datagrams.emplace_back(datagram->begin(), datagram->end());
  for (const Bytes& datagram : datagrams) to.on_datagram(datagram, {});
}

Keys shake_hands() {
  fuzzing::seed_openssl(1);
  const Certificate one = Certificate::make(), other = Certificate::make();
  const auto client = make_dtls_handshake(DtlsRole::client, one, other.fingerprint());
  const auto server = make_dtls_handshake(DtlsRole::server, other, one.fingerprint());
  for (auto* end : {client.get(), server.get()}) end->start({});
  for (int flight = 0; flight < 4; ++flight) {
    carry(*client, *server);
    carry(*server, *client);
  }
  const auto client_keys = client->take_keys(), server_keys = server->take_keys();
  require(client_keys && server_keys);
  return {*client_keys, *server_keys};
}

/// One way. What was opened is what was sealed, once.
class Way {
 public:
  struct Change {
    std::size_t at = 0;
    std::uint8_t by = 0;
  };

  Way(const SrtpKeys& from, const SrtpKeys& to) : sealer_(from.profile, from.local), opener_(to.profile, to.remote) {}

  void send(std::span<const std::uint8_t> plain) {
    if (datagrams_.size() < max_wire) datagrams_.emplace_back(plain.begin(), plain.end());
  }
  std::size_t waiting() const { return datagrams_.size(); }
  void drop() {
    if (!datagrams_.empty()) datagrams_.pop_front();
  }
  void repeat(std::size_t at) {
    if (!datagrams_.empty() && datagrams_.size() < max_wire) datagrams_.push_back(datagrams_[at % datagrams_.size()]);
  }
  void swap(std::size_t at) {
    if (!datagrams_.empty()) std::swap(datagrams_.front(), datagrams_[at % datagrams_.size()]);
  }
  void change(const Change& change) {
    if (!datagrams_.empty()) flip(datagrams_.front(), change);
  }
  void cut(std::size_t size) {
    if (!datagrams_.empty()) datagrams_.front().resize(std::min(size, datagrams_.front().size()));
  }
  void forge_next(const Change& change) { forged_ = change; }

  /// Of the first datagram; empty where there is none, or it does not open.
  Bytes take() {
    if (datagrams_.empty()) return {};
    const Bytes plain = std::move(datagrams_.front());
    datagrams_.pop_front();
    Bytes sealed(plain.size() + srtp_max_growth);
    sealed.resize(sealer_.seal(plain, sealed));  // none of a number that was sealed before
    const bool is_forged = forged_ && forged_->by != 0 && !sealed.empty();
    if (is_forged) flip(sealed, *forged_);
    forged_.reset();
    const auto opened = opener_.open(sealed);
    require(!is_forged || opened.verdict != SrtpOpener::Verdict::opened);
    if (opened.verdict != SrtpOpener::Verdict::opened) return {};
    require(std::ranges::equal(opened.plain, plain));
    return {opened.plain.begin(), opened.plain.end()};
  }

 private:
  static void flip(Bytes& datagram, const Change& change) {
    if (!datagram.empty()) datagram[change.at % datagram.size()] ^= change.by;
  }

  SrtpSealer sealer_;
  SrtpOpener opener_;
  std::deque<Bytes> datagrams_;
  std::optional<Change> forged_;
};

class Call {
 public:
  Call(const Keys& keys, std::uint8_t flags)
      : sender_(make_sender(flags)),
        receiver_(receiver_config(flags), test::t0),
        there_(keys.client, keys.server),
        back_(keys.server, keys.client) {
    sender_->set_negotiated(test::with_sound());
    receiver_.set_peer_features(features(flags));
    sender_->start(now_);
  }

  void step(ByteReader& reader) {
    const std::uint8_t what = reader.u8();
    Way& way = what & 16 ? back_ : there_;
    const std::size_t number = what / 32;
    switch (what % 16) {
      case 0:
        return pass(std::chrono::milliseconds(1 << number));
      case 1:
        return push_frame(reader.u8(), number);
      case 2:
        return push_sound(reader.u8());
      case 3:
        return way.drop();
      case 4:
        return way.repeat(number);
      case 5:
        return way.swap(number + 1);
      case 6:
        return way.change(read_change(reader, number));
      case 7:
        return way.forge_next(read_change(reader, number));
      case 8:
        return way.cut(reader.u8() + number * 256);
      case 9:
        return act(number);
      default:
        deliver(way, number + 1);
    }
  }

  void finish() { pass(500ms); }

 private:
  static PeerFeatures features(std::uint8_t flags) {
    return {.retransmission = (flags & 8) != 0,
            .repair = (flags & 16) != 0,
            .references = (flags & 32) != 0,
            .sound = true,
            .sound_copies = (flags & 64) != 0};
  }
  static std::unique_ptr<Sender> make_sender(std::uint8_t flags) {
    constexpr const char* names[] = {"darc", "gcc", "scream", "nada", "tfrc", "arc", "ldcc", "fixed"};
    SenderConfig config = test::sender_config();
    config.recovery = {(flags & 8) != 0, (flags & 32) != 0, std::nullopt};
    config.keep_packet_results = true;
    config.limits.maximum = megabits_per_second(4);
    return test::make_sender(config, names[flags % 8]);
  }
  static ReceiverConfig receiver_config(std::uint8_t flags) {
    ReceiverConfig config = test::receiver_config();
    config.features = features(flags);
    return config;
  }
  static Way::Change read_change(ByteReader& reader, std::size_t number) {
    const std::size_t at = reader.u8() + 256 * (number / 2);
    return {at, reader.u8()};
  }

  void push_frame(std::uint8_t size, std::size_t number) {
    if (now_ < next_frame_) return;
    next_frame_ = now_ + 10ms;
    EncodedFrame frame = test::frame(1 + size * std::size_t{24}, now_, sender_->take_key_frame_request());
    if (number % 2 && sender_->references()) {
      FrameDependency dependency;
      dependency.id = next_id_++;
      if (!frame.key_frame) dependency.distances[dependency.references++] = static_cast<std::uint16_t>(1 + number / 2);
      frame.dependency = dependency;
    }
    (void)sender_->take_broken_frame();
    sender_->push_frame(frame, now_);
    poll();
  }
  void push_sound(std::uint8_t size) {
    sender_->push_sound(test::sound_packet(sample_, 1 + size), now_);
    sample_ += 960;
    poll();
  }

  void poll() {
    int count = 0;
    while (const auto datagram = sender_->poll(now_)) {
      require(++count < max_polls && datagram->size() <= 1300);
      there_.send(*datagram);
      sender_->on_sent(now_);
    }
    for (count = 0; receiver_.poll_frame(now_); ++count) require(count < max_polls);
    for (count = 0; receiver_.poll_sound(); ++count) require(count < max_polls);
    for (count = 0;; ++count) {
      const auto datagram = receiver_.poll(now_);
      if (!datagram) break;
      require(count < max_polls && datagram->size() <= 1300);
      back_.send(*datagram);
    }
    (void)sender_->take_packet_results();
  }

  void pass(Duration time) {
    const LocalTime end = now_ + time;
    for (int wakes = 0; wakes < 200; ++wakes) {
      const LocalTime wake = std::max(std::min(sender_->next_wake(), receiver_.next_wake()), now_ + 100us);
      if (wake >= end) break;
      now_ = wake;
      poll();
    }
    now_ = end;
    poll();
    Sample sample;
    sender_->sample(now_, sample);
    receiver_.sample(now_, sample);
    require(sender_->media_target() >= DataRate() && sender_->media_target() <= megabits_per_second(4));
  }

  void deliver(Way& way, std::size_t count) {
    for (; count > 0 && way.waiting() > 0; --count) {
      const Bytes plain = way.take();
      if (plain.size() < 8) continue;
      if (&way == &there_)
        at_receiver(plain);
      else
        at_sender(plain);
    }
    poll();
  }
  void at_receiver(const Bytes& plain) {
    if (!is_rtcp_by_type(plain)) return receiver_.on_rtp(plain, now_, now_);
    if (parse_rtcp(plain, rtcp_)) receiver_.on_rtcp(rtcp_, now_);
  }
  void at_sender(const Bytes& plain) {
    if (is_rtcp_by_type(plain) && parse_rtcp(plain, rtcp_)) sender_->on_rtcp(rtcp_, now_, now_);
  }

  void act(std::size_t number) {
    switch (number) {
      case 0:
        return receiver_.request_key_frame();
      case 1:
        return sender_->change_path(now_, 50ms);
      case 2:
        return receiver_.set_round_trip_time(Duration(80ms));
      case 3:
        return receiver_.on_new_peer(test::with_sound());
      case 4:
        return sender_->set_sound_muted(true);
      case 5:
        return receiver_.set_recording(true);
      case 6:
        sender_->suspend();
        return sender_->start(now_);
      default:
        sender_->on_new_keys();
    }
  }

  LocalTime now_ = test::t0;
  LocalTime next_frame_ = now_;
  std::uint16_t next_id_ = 65'500;
  std::int64_t sample_ = 0;
  std::unique_ptr<Sender> sender_;
  Receiver receiver_;
  Way there_, back_;
  RtcpCompound rtcp_;
};

}  // namespace

void fuzz(std::span<const std::uint8_t> input) {
  static const Keys keys = shake_hands();
  ByteReader reader(input);
  Call call(keys, reader.u8());
  for (int step = 0; reader.left() > 0 && step < max_steps; ++step) call.step(reader);
  call.finish();
}
