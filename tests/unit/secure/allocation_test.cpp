#include <catch2/catch.hpp>

#include "core/net/secure/sealing_sink.h"
#include "reference_srtp.h"
#include "secure_peers.h"
#include "tests/unit/allocation_counter.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

void set_number(Bytes& packet, std::uint16_t number) {
  packet[2] = static_cast<std::uint8_t>(number >> 8);
  packet[3] = static_cast<std::uint8_t>(number);
}

// Takes every other datagram of those that it is offered, and refuses each once.
class Reluctant final : public DatagramSink {
 public:
  bool send(Datagram datagram, const Route& to, std::uint8_t ecn) override {
    return send_batch({&datagram, 1}, to, ecn) == 1;
  }
  std::size_t send_batch(std::span<const Datagram> datagrams, const Route&, std::uint8_t) override {
    refuses = !refuses;
    const std::size_t taken = refuses ? datagrams.size() / 2 : datagrams.size();
    total += taken;
    return taken;
  }
  std::size_t total = 0;

 private:
  bool refuses = false;
};

}  // namespace

TEST_CASE("Sealing and opening allocate nothing behind the first packet of an SSRC") {
  const SrtpProfile profile = GENERATE(SrtpProfile::aead_aes_128_gcm, SrtpProfile::aes128_cm_sha1_80);
  counting_allocations = false;
  SrtpSealer sealer(profile, some_key(profile));
  SrtpOpener opener(profile, some_key(profile));
  Bytes plain = rtp_packet(5, 0, 1188), sealed(plain.size() + srtp_max_growth);
  int opened = 0;
  for (std::uint16_t number = 0; number < 1000; ++number) {
    if (number == 1) allocations = 0, counting_allocations = true;
    set_number(plain, number);
    const std::size_t size = sealer.seal(plain, sealed);
    opened += opener.open(std::span(sealed).first(size)).verdict == SrtpOpener::Verdict::opened ? 1 : 0;
  }
  counting_allocations = false;
  CHECK(opened == 1000);
  CHECK(allocations == 0);
}

TEST_CASE("The sealing sink allocates nothing once it is warm, although half of all is refused once") {
  constexpr SrtpProfile profile = SrtpProfile::aead_aes_128_gcm;
  counting_allocations = false;
  Reluctant behind;
  SealingSink sink(behind);
  sink.set_sealer(std::make_unique<SrtpSealer>(profile, some_key(profile)));
  std::vector<Bytes> packets(256, rtp_packet(5, 0, 1188));
  const std::vector<DatagramSink::Datagram> batch(packets.begin(), packets.end());
  std::uint16_t number = 0;
  for (int round = 0; round < 200; ++round) {
    if (round == 10) allocations = 0, counting_allocations = true;
    for (Bytes& packet : packets) set_number(packet, number++);
    std::size_t taken = 0;
    while (taken < batch.size()) taken += sink.send_batch(std::span(batch).subspan(taken), Route());
  }
  counting_allocations = false;
  CHECK(behind.total == 200 * 256);
  CHECK(allocations == 0);
}
