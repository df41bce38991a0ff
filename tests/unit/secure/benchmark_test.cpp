#include <catch2/catch.hpp>
#include <chrono>
#include <cstring>
#include <iostream>

#include "reference_srtp.h"
#include "secure_peers.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr std::size_t packets = 20'000;
constexpr std::size_t plain_size = 1200;

// In microseconds, each.
template <class Work>
double time_of(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < packets; ++i) work(i);
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count() / packets;
}

struct Costs {
  double copy = 0, seal = 0, open = 0;
};

Costs measure(SrtpProfile profile) {
  SrtpSealer sealer(profile, some_key(profile));
  SrtpOpener opener(profile, some_key(profile));
  std::vector<Bytes> plain, sealed(packets, Bytes(plain_size + srtp_max_growth));
  for (std::size_t i = 0; i < packets; ++i) {
    plain.push_back(rtp_packet(5, static_cast<std::uint16_t>(i), plain_size - 12));
  }
  Costs costs;
  costs.copy = time_of([&](std::size_t i) { std::memcpy(sealed[i].data(), plain[i].data(), plain_size); });
  std::vector<std::size_t> sizes(packets);
  costs.seal = time_of([&](std::size_t i) { sizes[i] = sealer.seal(plain[i], sealed[i]); });
  std::size_t opened = 0;
  costs.open =
      time_of([&](std::size_t i) { opened += opener.open(std::span(sealed[i]).first(sizes[i])).plain.size(); });
  REQUIRE(opened == packets * plain_size);
  return costs;
}

}  // namespace

TEST_CASE("What sealing and opening 1200 bytes cost, in microseconds and in copies", "[.benchmark]") {
  for (const SrtpProfile profile : {SrtpProfile::aead_aes_128_gcm, SrtpProfile::aes128_cm_sha1_80}) {
    Costs best = measure(profile);
    for (int i = 0; i < 9; ++i) {
      const Costs costs = measure(profile);
      best = {std::min(best.copy, costs.copy), std::min(best.seal, costs.seal), std::min(best.open, costs.open)};
    }
    std::cout << name_of(profile) << ": seal " << best.seal << " us (" << best.seal / best.copy << " copies), open "
              << best.open << " us (" << best.open / best.copy << " copies)\n";
  }
}
