#include "app/lab/closed_loop/cubic_sender.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "app/lab/closed_loop/simulation.h"

using namespace evenkeel;
using namespace evenkeel::closed_loop;

namespace {

Simulation download(Duration buffer, Duration length) {
  Simulation simulation(constant_link(kilobits_per_second(2500), 50ms, buffer),
                        constant_link(DataRate::unlimited(), 50ms, Duration(1s)));
  simulation.add(CubicSender({.begin = at(1s), .way_back = 50ms}));
  simulation.run_until(length);
  return simulation;
}

std::vector<double> milliseconds(const Simulation& simulation, Duration from) {
  std::vector<double> queues;
  for (auto i = static_cast<std::size_t>(from / 10ms); i < simulation.queue_delays.size(); ++i)
    queues.push_back(to_milliseconds(simulation.queue_delays[i]));
  return queues;
}

}  // namespace

TEST_CASE("A CUBIC fills the link's buffer, loses packets, and leaves 30 % of its window") {
  const Simulation simulation = download(600ms, 60s);
  const auto queues = milliseconds(simulation, 20s);
  const auto [least, most] = std::ranges::minmax(queues);
  CHECK(most > 580);
  // The window of 700 ms of packets becomes one of 490 ms, of which 100 ms are the way.
  CHECK(least == Approx(390).margin(30));
}

TEST_CASE("At first a CUBIC doubles its window in each round trip, until these become longer") {
  const Simulation simulation = download(600ms, 1500ms);
  const auto queues = milliseconds(simulation, 1s);
  const auto [least, most] = std::ranges::minmax(queues);
  CHECK(most > 40);
  CHECK(most < 300);
}

TEST_CASE("A CUBIC whose packets are all lost begins again from one, a second later") {
  CubicSender sender({.begin = LocalTime(1s), .way_back = 50ms});
  int sent = 0;
  while (sender.poll(LocalTime(1s))) ++sent;
  CHECK(sent == 10);
  CHECK(sender.next() == LocalTime(2s));
  REQUIRE(sender.poll(LocalTime(2s)));
  CHECK_FALSE(sender.poll(LocalTime(2s)));
}
