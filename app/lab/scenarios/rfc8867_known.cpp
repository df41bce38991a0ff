#include "app/lab/scenarios/rfc8867_known.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/claims/judge.h"

namespace evenkeel::lab {
namespace {

struct Known {
  Rfc8867Aspect aspect;
  std::string_view section;
  std::string_view run;
  std::string_view why;
};

// Further runs with scream.competing_flows=1 came to 7.4, 4.0 and 83 kbit/s: no different.
constexpr std::string_view unfair =
    "scream: a window for each flow, cut by a share once a round trip, gives the flow of the longer round trip less "
    "than in proportion; SCReAM promises no fairness here";
constexpr std::string_view starved =
    "scream: in a second of queue that TCP keeps full its window falls to the minimum, and that sends less than the "
    "media's least rate in a round trip of a second";
constexpr std::string_view swings =
    "scream: beside other traffic its window swings with the queue; without jitter as well, up to 18 times a minute";
constexpr std::string_view slow_arc =
    "arc: its window grows by about 19 kbit/s in a second (eq. 3 at this round trip): from 150 kbit/s it has 0.29 "
    "Mbit/s "
    "after 5 to 10 s and 0.46 after 15 to 20, and the phase is over before it is there";
constexpr std::string_view slow_nada =
    "nada: jitter of up to 15 ms is more than QEPS = 10 ms, so that it does not ramp up fast: 0.63 Mbit/s after 10 to "
    "15 "
    "s, and 1.45 in the same run without jitter";
constexpr std::string_view sawtooth =
    "gcc: each over-use, and jitter makes some, takes it to 85 % of what arrives, from where it climbs by about 20 "
    "kbit/s in a second";
constexpr std::string_view two_queues =
    "tfrc: s1 loses in both bottlenecks, and its round trip is two and a half times as long";
constexpr std::string_view history =
    "tfrc: the losses of the step down are in its mean of eight intervals, which last for a phase at this rate";

using enum Rfc8867Aspect;

constexpr Known all_known[] = {
    {least_rate, "5.6", "scream,queue=1000ms", starved},
    {shares, "5.5", "scream", unfair},
    {shares, "6.3", "scream", unfair},
    {shares, "6.3", "tfrc", two_queues},
    {use, "5.1", "arc,delay=100ms", slow_arc},
    {use, "5.1", "arc,delay=100ms,udp", slow_arc},
    {use, "5.2", "arc", slow_arc},
    {use, "5.2", "arc,udp", slow_arc},
    {use, "5.2", "nada", slow_nada},
    {use, "5.2", "nada,udp", slow_nada},
    {use, "5.3", "arc", slow_arc},
    {use, "5.3", "arc,unimpaired", slow_arc},
    {use, "5.3", "arc,udp", slow_arc},
    {use, "5.3", "nada", slow_nada},
    {use, "5.3", "nada,unimpaired", slow_nada},
    {use, "5.3", "nada,udp", slow_nada},
    {use, "5.3", "gcc", sawtooth},
    {use, "5.3", "gcc,unimpaired", sawtooth},
    {use, "5.3", "tfrc,udp", history},
    {use, "5.4", "arc", slow_arc},
    {use, "5.4", "nada", slow_nada},
    {use, "5.8", "arc", slow_arc},
    {swing, "5.1", "scream,delay=50ms,udp", swings},
    {swing, "5.1", "scream,delay=100ms,udp", swings},
    {swing, "5.3", "scream,udp", swings},
    {resumption, "5.8", "nada", slow_nada},
};

}  // namespace

Claim with_what_is_known(Rfc8867Aspect aspect, const std::string& section, const std::string& run, Claim claim) {
  const auto is_it = [&](const Known& known) {
    return known.aspect == aspect && known.section == section && known.run == run;
  };
  const auto* known = std::find_if(std::begin(all_known), std::end(all_known), is_it);
  return known == std::end(all_known) ? claim : known_not_to_hold(std::move(claim), std::string(known->why));
}

}  // namespace evenkeel::lab
