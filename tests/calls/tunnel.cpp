#include "tests/calls/tunnel.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "core/net/clock.h"
#include "core/telemetry/percentile.h"

namespace evenkeel::calls {
namespace {

constexpr Duration longest_wait = 100ms;  // a signal between the look at `stop` and the wait would be missed

}  // namespace

Tunnel::Tunnel(const TunnelConfig& config)
    : near_(config.near),
      far_(config.far),
      log_(config.packets),
      there_("there", config.there, near_, far_, log_, monotonic_now()),
      back_("back", config.back, far_, near_, log_, monotonic_now()),
      route_(config.route) {}

void Tunnel::run(const std::atomic<bool>& stop) {
  const auto first = [this](LocalTime now) { begin(now); };
  while (!stop) {
    wait();
    there_.take(first);
    back_.take(first);
    change_route(monotonic_now());
    there_.deliver();
    back_.deliver();
  }
}

void Tunnel::begin(LocalTime now) {
  start_ = now;
  there_.begin(now);
  back_.begin(now);
  std::puts("the clock begins");
  std::fflush(stdout);
}

void Tunnel::change_route(LocalTime now) {
  if (!route_ || !start_ || now < *start_ + route_->at) return;
  there_.link().set_delay(route_->delay, now);
  route_.reset();
}

/// Until a packet comes, or one is to be handed over.
void Tunnel::wait() {
  const LocalTime now = monotonic_now();
  LocalTime wake = now + longest_wait;
  for (const OneWay* way : {&there_, &back_}) wake = std::min(wake, way->next_wake().value_or(wake));
  const Duration rest = std::max(wake - now, Duration::zero());
  const timespec timeout{rest / 1s, (rest % 1s).count()};
  std::array<pollfd, 2> files{{{near_.descriptor(), POLLIN, 0}, {far_.descriptor(), POLLIN, 0}}};
  ppoll(files.data(), files.size(), &timeout, nullptr);
}

std::string Tunnel::lateness() {
  auto all = there_.lateness();
  all.insert(all.end(), back_.lateness().begin(), back_.lateness().end());
  if (all.empty()) return "No packet came.";
  std::sort(all.begin(), all.end());
  const auto at = [&](double share) { return std::to_string(percentile_of_sorted(all, share) / 1us); };
  return std::to_string(all.size()) + " packets handed over, late by p50 " + at(0.5) + ", p99 " + at(0.99) +
         ", at most " + at(1) + " us.";
}

Duration Tunnel::elapsed() const { return start_ ? monotonic_now() - *start_ : Duration::zero(); }

}  // namespace evenkeel::calls
