#include <catch2/catch.hpp>
#include <chrono>
#include <cstring>
#include <iostream>

#include "reference_srtp.h"
#include "secure_peers.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr std::size_t packets = 256;  // as many as go at once: what a call touches stays in the cache
constexpr int rounds = 40;
constexpr std::size_t plain_size = 1200;

// In microseconds, each.
template <class Work>
double time_of(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < packets; ++i) work(i);
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count() / packets;
}

struct Costs {
  double copy = 1e9, seal = 1e9, open = 1e9;
};

// The best round: others share the machine.
Costs measure(SrtpProfile profile) {
  SrtpSealer sealer(profile, some_key(profile));
  SrtpOpener opener(profile, some_key(profile));
  std::vector<Bytes> plain(packets), sealed(packets, Bytes(plain_size + srtp_max_growth));
  std::vector<std::size_t> sizes(packets);
  Costs best;
  std::size_t opened = 0;
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < packets; ++i) {
      const auto number = static_cast<std::uint16_t>(static_cast<std::size_t>(round) * packets + i);
      plain[i] = rtp_packet(5, number, plain_size - 12);
    }
    best.copy = std::min(best.copy,
                         time_of([&](std::size_t i) { std::memcpy(sealed[i].data(), plain[i].data(), plain_size); }));
    best.seal = std::min(best.seal, time_of([&](std::size_t i) { sizes[i] = sealer.seal(plain[i], sealed[i]); }));
    best.open = std::min(best.open, time_of([&](std::size_t i) {
                           opened += opener.open(std::span(sealed[i]).first(sizes[i])).plain.size();
                         }));
  }
  REQUIRE(opened == rounds * packets * plain_size);
  return best;
}

}  // namespace

TEST_CASE("What sealing and opening 1200 bytes cost, in microseconds and in copies", "[.benchmark]") {
  for (const SrtpProfile profile : {SrtpProfile::aead_aes_128_gcm, SrtpProfile::aes128_cm_sha1_80}) {
    const Costs best = measure(profile);
    std::cout << name_of(profile) << ": seal " << best.seal << " us (" << best.seal / best.copy << " copies), open "
              << best.open << " us (" << best.open / best.copy << " copies)\n";
  }
}
