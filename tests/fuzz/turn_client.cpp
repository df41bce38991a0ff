// What a TURN server may answer, in any order and at any time: its client stays within its bounds, gives nothing out
// that did not come, and never keeps the owner busy.
#include "core/ice/turn_client.h"

#include <vector>

#include "core/ice/stun_attributes.h"
#include "tests/fuzz/fake_cryptography.h"
#include "tests/fuzz/fuzz.h"

namespace {

using namespace evenkeel;
using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t max_steps = 64, max_sent_per_step = 128;
const FakeCryptography cryptography;
const Endpoint server{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 192, 0, 2, 53}, 3478};

RandomBytes counting_random() {
  return [count = std::uint8_t{0}](std::span<std::uint8_t> out) mutable {
    for (auto& byte : out) byte = count;
    ++count;
  };
}

Endpoint peer_number(std::uint8_t number) {
  Endpoint peer = server;
  peer.address[15] = static_cast<std::uint8_t>(number % 128);
  peer.port = static_cast<std::uint16_t>(1 + number);
  return peer;
}

class Session {
 public:
  void step(ByteReader& reader) {
    const std::uint8_t what = reader.u8();
    switch (what % 8) {
      case 0:
        now_ += std::chrono::milliseconds(reader.u16());
        break;
      case 1:
        now_ += std::chrono::seconds(reader.u8());
        break;
      case 2:
        client_.send(Bytes(what), peer_number(reader.u8()), now_);
        break;
      case 3:
        what & 8 ? client_.on_addresses_changed(now_) : what & 128 ? client_.close(now_) : void();
        break;
      case 4:
        give(some_bytes(reader));
        break;
      default:
        give(answer(reader, what));
    }
    drain();
  }

 private:
  static Bytes some_bytes(ByteReader& reader) {
    const auto bytes = reader.bytes(std::min<std::size_t>(reader.u8(), reader.left()));
    return {bytes.begin(), bytes.end()};
  }
  // To one of the last requests, with any attributes; signed where the fuzzer wants it.
  Bytes answer(ByteReader& reader, std::uint8_t what) const {
    if (requests_.empty()) return {};
    const StunMessage request = *parse_stun(requests_[reader.u8() % requests_.size()]);
    const bool fails = what & 8;
    StunWriter writer(fails ? StunClass::error : StunClass::success, request.id, request.method);
    if (fails) writer.error(300 + reader.u8());
    for (int i = what / 32; i-- > 0;) {
      const Bytes value = some_bytes(reader);
      writer.text(reader.u16(), {reinterpret_cast<const char*>(value.data()), value.size()});
    }
    if (what & 64) writer.text(stun_attribute::realm, "realm").text(stun_attribute::nonce, "nonce");
    if (what & 128) writer.xor_address(turn_attribute::xor_relayed_address, peer_number(reader.u8()));
    return what & 16 ? writer.finish("", cryptography) : writer.finish();
  }
  void give(Bytes datagram) {
    const auto received = client_.on_datagram(datagram, server, now_);
    if (received.kind != TurnClient::Kind::relayed) return;
    require(received.data.data() >= datagram.data());
    require(received.data.data() + received.data.size() <= datagram.data() + datagram.size());
  }
  void drain() {
    std::size_t sent = 0;
    while (const auto out = client_.poll(now_)) {
      require(++sent <= max_sent_per_step);
      require(out->datagram.size() <= max_stun_size + channel_header_size);
      if (!is_stun(out->datagram)) continue;
      require(parse_stun(out->datagram).has_value());
      requests_.push_back(out->datagram);
      if (requests_.size() > 4) requests_.erase(requests_.begin());
    }
    require(client_.next_wake() > now_);
    using State = TurnClient::State;
    const bool goes_on = client_.state() == State::allocating || client_.state() == State::allocated;
    require(!goes_on || client_.next_wake() < LocalTime::max());
    require(client_.bound_channels().size() <= TurnChannels::max_kept);
    require(client_.relayed_addresses().size() <= 2);
  }

  LocalTime now_{std::chrono::hours(1)};
  TurnClient client_{{{server}, "user", "password"}, cryptography, counting_random(), now_};
  std::vector<Bytes> requests_;
};

}  // namespace

void fuzz(std::span<const std::uint8_t> input) {
  ByteReader reader(input);
  Session session;
  for (std::size_t i = 0; i < max_steps && reader.left() > 0; ++i) session.step(reader);
}
