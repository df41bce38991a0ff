#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <iostream>
#include <random>

#include "viewed_call.h"

// Calls over paths that drop large packets, and no router says so.

namespace evenkeel::test {
namespace {

struct Draw {
  double capacity;  // Mbit/s
  Duration delay;   // each way
  Duration buffer;
  double loss;
  std::uint64_t seed;
};

Draw draw(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto uniform = [&](double from, double to) { return std::uniform_real_distribution<>(from, to)(random); };
  Draw d;
  d.capacity = std::exp(uniform(std::log(0.5), std::log(20.0)));
  d.delay = from_seconds(uniform(0.005, 0.1));
  d.buffer = from_seconds(uniform(0.1, 0.4));
  d.loss = seed % 4 == 0 ? uniform(0, 0.05) : 0;
  d.seed = seed;
  return d;
}

struct Seen {
  Duration first{};
  int changes = 0;       // of the size
  std::size_t size = 0;  // in the end
  double rate = 0;       // that arrives from 2 to 5 s, Mbit/s
  std::size_t pictures = 0;
};

Seen see(const Draw& d, std::optional<DataSize> mtu, Duration length) {
  LinkConfig link = constant_link(megabits_per_second(d.capacity), d.delay, d.buffer);
  link.mtu = mtu;
  if (d.loss > 0) link.loss = IndependentLoss{d.loss};
  link.seed = d.seed;
  FlowConfig config;
  config.seed = d.seed;
  config.sound_from = 0ms;
  config.negotiated.features = PeerFeatures{.retransmission = true, .repair = true, .references = true, .sound = true};
  ViewedCall call(link, config);
  Seen seen;
  seen.size = 1200;
  for (Duration t = 10ms; t <= length; t += 10ms) {
    call.simulation.run_until(t);
    const std::size_t size = call.flow->sender->packet_size_limit();
    if (std::exchange(seen.size, size) != size) ++seen.changes;
  }
  seen.first = call.first_picture();
  seen.pictures = call.flow->pictures_arrived.size();
  const auto rates = column(*call.flow, &Sample::receive_bitrate_bps, 2s, 5s);
  for (const double rate : rates) seen.rate += rate / 1e6 / static_cast<double>(rates.size());
  return seen;
}

}  // namespace

TEST_CASE("A path that drops large packets shows its first picture within 2 s, and loses no rate by their losses") {
  const auto seed =
      GENERATE(as<std::uint64_t>(), 8, 10, 16, 21, 42, 53);  // of 60, those that took longest or lost most
  const Draw d = draw(seed);
  const Seen seen = see(d, bytes(1130), 5s);
  CAPTURE(seed, d.capacity, to_milliseconds(2 * d.delay), d.loss);
  CHECK(seen.first < 500ms);
  CHECK(seen.changes == 1);
  CHECK(seen.size == 1000);
  CHECK(seen.pictures > 130);
  if (d.loss == 0) CHECK(seen.rate > 0.9 * std::min(d.capacity, 8.0));  // 8: all that is asked for
}

TEST_CASE("A path that carries large packets gets them after one round trip, and no word of it") {
  const auto seed = GENERATE(as<std::uint64_t>(), 8, 16, 21, 53);
  const Seen seen = see(draw(seed), std::nullopt, 2s);
  CHECK(seen.changes == 0);
  CHECK(seen.size == 1200);
}

TEST_CASE("Table of first pictures over paths that drop large packets", "[.size-table]") {
  std::cout
      << "Mbit/s, round trip in ms, buffer in ms, loss; first picture in s, changes of the size, size, Mbit/s from "
         "2 to 5 s, pictures; of paths that carry IP packets of 1130, 900 and any bytes\n";
  std::array<int, 3> late{};
  std::array<double, 3> rate{};
  constexpr int draws = 60;
  for (std::uint64_t seed = 1; seed <= draws; ++seed) {
    const Draw d = draw(seed);
    std::cout << d.capacity << ' ' << to_milliseconds(2 * d.delay) << ' ' << to_milliseconds(d.buffer) << ' ' << d.loss;
    const std::array seen{see(d, bytes(1130), 5s), see(d, bytes(900), 5s), see(d, std::nullopt, 5s)};
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const Seen& s = seen[i];
      late[i] += s.first > 2s ? 1 : 0;
      rate[i] += s.rate / seen[2].rate / draws;
      std::cout << " | " << (s.first < 1h ? to_seconds(s.first) : 99) << ' ' << s.changes << ' ' << s.size << ' '
                << s.rate << ' ' << s.pictures;
    }
    std::cout << std::endl;
  }
  for (std::size_t i = 0; i < late.size(); ++i)
    std::cout << late[i] << " after 2 s; rate " << rate[i] << " of that of a path that carries all\n";
}

}  // namespace evenkeel::test
