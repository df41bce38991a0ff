// An emulated link between two network namespaces, for measuring real calls and real TCP:
//
//   calls_link --devices NEAR,FAR --out DIR [--link ...] [--link-schedule ...] [--link-trace FILE] [--back-link ...]
//     [--route TIME:DELAY] [--reordering PERCENT] [--seed N]
//
// makes two TUN devices, which whoever started it moves to where they belong ("ip link set NEAR netns A"), and passes
// what is sent through one to the other, both ways, until it is told to end. DIR gets packets.csv, with what became of
// each packet, and capacity.csv, with what the link could have passed in each 100 ms.

#include <sched.h>
#include <sys/prctl.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "app/cli/link_options.h"
#include "app/process/program_end.h"
#include "core/base/quantity.h"
#include "core/net/realtime.h"
#include "core/net/wakeup.h"
#include "tests/calls/tunnel.h"

namespace evenkeel::calls {
namespace {

struct Options {
  std::vector<std::string> devices;
  std::string link;
  std::string schedule;
  std::string trace;
  std::string back;
  std::string route;
  double reordering_percent = 0;
  std::string out;
  std::uint64_t seed = 1;
};

void define(CLI::App& app, Options& o) {
  app.add_option("--devices", o.devices, "names of the near and the far device")
      ->delimiter(',')
      ->expected(2)
      ->required();
  app.add_option("--link", o.link, "from near to far: capacity=2.5Mbps,delay=50ms,buffer=300ms,loss=0%,jitter=0ms");
  app.add_option("--link-schedule", o.schedule, "its capacity over time: 0s:2.5Mbps,25s:1Mbps");
  app.add_option("--link-trace", o.trace, "its capacity from a mahimahi trace");
  app.add_option("--back-link", o.back, "from far to near; default: as --link, without what varies");
  app.add_option("--route", o.route, "TIME:DELAY of the way there from a time on");
  app.add_option("--reordering", o.reordering_percent, "per cent of the packets there that come 10 ms later")
      ->check(CLI::Range(0.0, 100.0));
  app.add_option("--out", o.out, "the folder that gets packets.csv and capacity.csv")->required();
  app.add_option("--seed", o.seed, "of loss, jitter and reordering");
}

template <class T>
T value_of(const Parsed<T>& parsed) {
  if (!parsed) throw std::runtime_error(parsed.error);
  return *parsed;
}

LinkConfig parse(const std::string& text, const LinkConfig& otherwise) {
  return text.empty() ? otherwise : value_of(parse_link(text, otherwise));
}

RouteChange parse_route(const std::string& text) {
  const auto colon = text.find(':');
  if (colon == std::string::npos) throw std::runtime_error("'" + text + "' is not TIME:DELAY: write it as 25s:110ms.");
  return {value_of(parse_duration(text.substr(0, colon))), value_of(parse_duration(text.substr(colon + 1)))};
}

TunnelConfig configure(const Options& o) {
  TunnelConfig config{o.devices[0], o.devices[1], parse(o.link, default_link()), {}, {}, o.out + "/packets.csv"};
  // Impairments are of one way unless the other has them said.
  LinkConfig plain;
  plain.capacity = config.there.capacity;
  plain.propagation_delay = config.there.propagation_delay;
  plain.buffer = config.there.buffer;
  plain.mark_above = config.there.mark_above;
  config.back = parse(o.back, plain);
  if (!o.schedule.empty()) config.there.capacity = value_of(parse_schedule(o.schedule));
  if (!o.trace.empty()) config.there.capacity = value_of(read_trace(o.trace));
  if (!o.route.empty()) config.route = parse_route(o.route);
  if (o.reordering_percent > 0) config.there.reordering.late_share = o.reordering_percent / 100;
  config.there.seed = o.seed;
  config.back.seed = o.seed + 1;
  return config;
}

void write_capacity(const std::string& path, const Capacity& capacity, Duration length) {
  constexpr Duration interval = 100ms;
  std::ofstream file(path);
  file << "time [s],capacity [bit/s]\n";
  for (Duration t = interval; t <= length; t += interval) {
    file << to_seconds(t) << ',' << capacity.bits_between(t - interval, t) / to_seconds(interval) << '\n';
  }
}

void run(const Options& options) {
  std::filesystem::create_directories(options.out);
  const TunnelConfig config = configure(options);
  Tunnel tunnel(config);
  catch_stop_signals();
  prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
  std::printf("ready, %s real-time priority\n", enter_realtime_class() ? "with" : "without");
  std::fflush(stdout);
  tunnel.run(stop_flag());
  write_capacity(options.out + "/capacity.csv", config.there.capacity, tunnel.elapsed());
  std::puts(tunnel.lateness().c_str());
}

}  // namespace
}  // namespace evenkeel::calls

int main(int argc, char** argv) {
  try {
    CLI::App app("An emulated link between two network namespaces.", "calls_link");
    evenkeel::calls::Options options;
    evenkeel::calls::define(app, options);
    CLI11_PARSE(app, argc, argv);
    evenkeel::calls::run(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "calls_link: %s\n", error.what());
    return 1;
  }
}
