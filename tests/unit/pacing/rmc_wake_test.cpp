// When RMC wakes: only when something may leave, and that it changes nothing of the law.

#include <catch2/catch.hpp>

#include "tests/unit/pacing/fluid_loop.h"
#include "tests/unit/pacing/virtual_sender.h"

using namespace evenkeel;

namespace {

constexpr LocalTime kStart(100h);

/// Eqs 8-10 and Algorithm 3 as published, for a rate that does not change: two sums and a comparison.
class PublishedLaw {
 public:
  PublishedLaw(double k_r, DataRate rate, LocalTime start) : k_r_(k_r), rate_(rate), last_(start) {}

  /// Packets that an iteration at `now` sends of those to come.
  std::size_t iterate(LocalTime now, std::span<const PacketRef> to_come) {
    should_ += rate_.bytes_per_second() * to_seconds(now - last_);
    last_ = now;
    const double y = k_r_ * (should_ - sent_);
    double sum = 0;
    std::size_t count = 0;
    for (; count < to_come.size(); ++count) {
      sum += static_cast<double>(to_come[count].size.bytes());
      if (sum > y + 1e-3) break;
    }
    for (std::size_t i = 0; i < count; ++i) sent_ += static_cast<double>(to_come[i].size.bytes());
    return count;
  }

 private:
  double k_r_;
  DataRate rate_;
  double should_ = 0;
  double sent_ = 0;
  LocalTime last_;
};

std::vector<PacketRef> random_packets(Draw& draw, std::size_t count) {
  std::vector<PacketRef> packets(count);
  for (auto& p : packets) p.size = draw.size(100, 1500);
  return packets;
}

/// When each packet leaves RMC, polled when it asks for it and a little late.
std::vector<LocalTime> departures(PacedRmc& rmc, SleepModel sleep, std::span<const PacketRef> packets) {
  for (const auto& p : packets) rmc.enqueue(p, kStart);
  std::vector<LocalTime> times;
  LocalTime now = kStart;
  while (const auto wake = rmc.next_wake()) {
    now = sleep(now, *wake);
    for (; rmc.poll(now); rmc.on_sent(now)) times.push_back(now);
  }
  return times;
}

/// Of packets against the times at which the sum of bytes was due, with timers that are 0.05 to 0.15 ms late.
Duration worst_lateness(const RmcParameters& parameters, DataRate rate, DataSize packet, Duration rtt) {
  PacedRmc rmc(parameters);
  rmc.set_min_round_trip_time(rtt);
  VirtualSender sender(rmc, late_sleep(50us, 150us, 3));
  const auto start = sender.now;
  sender.set_rate(rate);
  sender.keep_full_of(packet);
  sender.run_for(5s);
  Duration worst{};
  DataSize sum;
  for (const auto& s : sender.sent) {
    sum += s.packet.size;
    worst = std::max(worst, s.at - (start + sum / rate));
  }
  return worst;
}

}  // namespace

TEST_CASE("the iterations that RMC makes send what the published law sends at the same instants") {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    Draw draw(seed);
    const double k_r = draw.uniform(0.1, 1.9);
    const auto rate = bits_per_second(draw.log_uniform(3e5, 3e7));
    const auto packets = random_packets(draw, 400);
    PacedRmc rmc(published(k_r, draw.time(1ms, 10ms)));
    rmc.set_rate(rate, kStart);
    const auto times = departures(rmc, late_sleep(0ms, 3ms, seed), packets);
    REQUIRE(times.size() == packets.size());
    PublishedLaw law(k_r, rate, kStart);
    std::size_t sent = 0;
    while (sent + 1 < packets.size()) {
      CAPTURE(seed, k_r, sent);
      const std::size_t count = law.iterate(times[sent], std::span(packets).subspan(sent));
      REQUIRE(count > 0);
      REQUIRE(times[sent] == times[sent + count - 1]);
      sent += count;
      if (sent < packets.size()) REQUIRE(times[sent] > times[sent - 1]);
    }
  }
}

TEST_CASE("iterations in between, in which nothing fits, change nothing") {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    Draw draw(seed);
    auto parameters = published(draw.uniform(0.1, 1.9), 1ms);
    parameters.packets_gathered = 0.5;  // 0 would iterate each T_s, whether anything fits or not
    const auto packets = random_packets(draw, 200);
    PacedRmc rmc(parameters);
    PacedRmc polled(parameters);
    for (auto* loop : {&rmc, &polled}) loop->set_rate(megabits_per_second(1), kStart);
    const auto times = departures(rmc, exact_sleep(), packets);
    for (const auto& p : packets) polled.enqueue(p, kStart);
    std::size_t sent = 0;
    for (auto now = kStart; sent < packets.size(); now = std::min(now + draw.time(1us, 2ms), times[sent])) {
      for (; polled.poll(now); polled.on_sent(now), ++sent) REQUIRE(times[sent] == now);
      if (sent == packets.size()) break;
    }
    CHECK(sent == packets.size());
  }
}

TEST_CASE("where the time of a packet is a whole number of T_s, the published grid sends at the same times") {
  const double k_r = GENERATE(0.5, 1.0, 1.5);
  const auto rate = megabits_per_second(3);  // 1500 bytes in 4 ms
  const std::vector<PacketRef> packets(300, PacketRef{bytes(1500), 0});
  PacedRmc rmc(published(k_r, 1ms));
  rmc.set_rate(rate, kStart);
  const auto times = departures(rmc, exact_sleep(), packets);
  PublishedLaw law(k_r, rate, kStart);
  std::size_t sent = 0;
  for (auto now = kStart; sent < packets.size(); now += 1ms) {
    const std::size_t count = law.iterate(now, std::span(packets).subspan(sent));
    const auto exact = k_r < 1.2 ? 0ns : 1ms;  // the first packet is due after P/(k_r r_c), which is no whole number
    for (std::size_t i = 0; i < count; ++i) CHECK(now - times[sent + i] <= exact);
    for (std::size_t i = 0; i < count; ++i) CHECK(now >= times[sent + i]);
    sent += count;
  }
}

TEST_CASE("a call's packets leave within 0.2 ms of when they are due, with timers that are 0.05 to 0.15 ms late") {
  const double mbps = GENERATE(0.3, 1.0, 2.5, 5.0, 8.0, 10.0);
  const auto rtt = GENERATE(as<Duration>(), 10ms, 100ms, 300ms);
  const auto packet = GENERATE(bytes(1228), bytes(1500));
  CAPTURE(mbps, to_milliseconds(rtt));
  CHECK(worst_lateness({}, megabits_per_second(mbps), packet, rtt) <= 200us);
}

TEST_CASE("where a packet takes less than T_s,min, it waits for that") {
  RmcParameters parameters;
  parameters.t_s_min = 1ms;
  CHECK(worst_lateness(parameters, megabits_per_second(10), bytes(1228), 100ms) > 900us);
}

TEST_CASE("with T_s the time of a whole packet or of the round trip, lateness adds up") {
  RmcParameters parameters;
  parameters.packets_gathered = GENERATE(1.0, 0.0);
  CHECK(worst_lateness(parameters, megabits_per_second(2.5), bytes(1228), 100ms) > 3ms);
}

TEST_CASE("a packet that is late once does not put off the others") {
  const double mbps = GENERATE(0.3, 2.5, 8.0);
  PacedRmc rmc;
  rmc.set_min_round_trip_time(100ms);
  VirtualSender sender(rmc, exact_sleep());
  const auto start = sender.now;
  const auto rate = megabits_per_second(mbps);
  sender.set_rate(rate);
  sender.keep_full_of(bytes(1228));
  sender.run_for(1s);
  sender.stall_for(7ms);
  sender.run_for(50ms);
  const auto from = sender.sent.size();
  sender.run_for(1s);
  for (auto i = from; i < sender.sent.size(); ++i) {
    const auto due = start + bytes(1228) * static_cast<std::int64_t>(i + 1) / rate;
    CHECK(sender.sent[i].at - due <= 1us);
  }
}

TEST_CASE("in the hundreds of Mbit/s RMC wakes each half of a millisecond, whatever the round trip") {
  const auto rtt = GENERATE(as<Duration>(), 1ms, 100ms);
  const double mbps = GENERATE(100.0, 500.0, 5000.0);
  PacedRmc rmc;
  rmc.set_min_round_trip_time(rtt);
  rmc.set_rate(megabits_per_second(mbps), kStart);
  for (std::uint32_t i = 0; i < 2000; ++i) rmc.enqueue({bytes(1500), i}, kStart);
  REQUIRE(rmc.poll(kStart + 1ms));
  std::vector<PacketRef> batch(2000);
  const auto count = rmc.poll_batch(kStart + 1ms, batch);
  CHECK(count == static_cast<std::size_t>(mbps * 1e3 / 8 / 1500));
  rmc.on_batch_sent(count, kStart + 1ms);
  CHECK(rmc.next_wake() == kStart + 1500us);
}
