#include "app/lab/scenarios/rfc8867/judge.h"

#include <string_view>

namespace evenkeel::lab {
namespace {

// Further runs with scream.competing_flows=1 came to 7.4, 4.0 and 83 kbit/s: no different.
constexpr std::string_view unfair =
    "scream: a window for each flow, cut by a share once a round trip, gives the flow of the longer round trip less "
    "than in proportion; SCReAM promises no fairness here";
constexpr std::string_view starved =
    "scream: in a second of queue that TCP keeps full its window falls to the minimum, and that sends less than the "
    "media's least rate in a round trip of a second";
constexpr std::string_view swings =
    "scream: beside other traffic its window swings with the queue; without jitter as well, up to 18 times a minute";
constexpr std::string_view several_screams =
    "scream: 1 to 11 crossings a minute on twenty draws of 5.4 and 6.1, seven of them more than 6";
constexpr std::string_view slow_arc =
    "arc: its window grows by about 19 kbit/s in a second (eq. 3 at this round trip): from 150 kbit/s it has 0.29 "
    "Mbit/s after 5 to 10 s and 0.46 after 15 to 20, and the phase is over before it is there";
constexpr std::string_view slow_nada =
    "nada: jitter of up to 15 ms is more than QEPS = 10 ms, so that it does not ramp up fast: 0.63 Mbit/s after 10 to "
    "15 "
    "s, and 1.45 in the same run without jitter";
constexpr std::string_view sawtooth =
    "gcc: each over-use, and jitter makes some, takes it to 85 % of what arrives, from where it climbs by about 20 "
    "kbit/s in a second";
constexpr std::string_view two_queues =
    "tfrc: 3.02 and 2.95 on two draws; s1 loses in both bottlenecks, and its round trip is two and a half times as "
    "long";
constexpr std::string_view history =
    "tfrc: the losses of the step down are in its mean of eight intervals, which last for a phase at this rate";

constexpr KnownClaim all_known[] = {
    {"ours, on RFC 8867, 5.6", "scream,queue=1000ms: the least rate", starved},
    {"ours, on RFC 8867, 5.5", "scream: greatest over least rate", unfair},
    {"ours, on RFC 8867, 6.3", "scream: greatest over least rate", unfair},
    {"ours, on RFC 8867, 6.3", "tfrc: greatest over least rate", two_queues, Known::to_vary},
    {"ours, on RFC 8867, 5.1", "arc,delay=100ms: use of what there is", slow_arc},
    {"ours, on RFC 8867, 5.1", "arc,delay=100ms,udp: use of what there is", slow_arc},
    {"ours, on RFC 8867, 5.2", "arc: use of what there is", slow_arc},
    {"ours, on RFC 8867, 5.2", "arc,udp: use of what there is", slow_arc},
    {"ours, on RFC 8867, 5.2", "nada: use of what there is", slow_nada},
    {"ours, on RFC 8867, 5.2", "nada,udp: use of what there is", slow_nada},
    {"ours, on RFC 8867, 5.3", "arc: use of what there is", slow_arc},
    {"ours, on RFC 8867, 5.3", "arc,unimpaired: use of what there is", slow_arc},
    {"ours, on RFC 8867, 5.3", "arc,udp: use of what there is", slow_arc},
    {"ours, on RFC 8867, 5.3", "nada: use of what there is", slow_nada},
    {"ours, on RFC 8867, 5.3", "nada,unimpaired: use of what there is", slow_nada},
    {"ours, on RFC 8867, 5.3", "nada,udp: use of what there is", slow_nada},
    {"ours, on RFC 8867, 5.1", "gcc,delay=100ms: use of what there is",
     "gcc: 61 to 84 % on ten draws, four of them at least 75", Known::to_vary},
    {"ours, on RFC 8867, 5.3", "gcc: use of what there is",
     "gcc: 39 to 78 % on nine draws, four of them at least 75: each over-use takes it to 85 % of what arrives",
     Known::to_vary},
    {"ours, on RFC 8867, 5.3", "gcc,unimpaired: use of what there is", sawtooth},
    {"ours, on RFC 8867, 5.3", "tfrc,udp: use of what there is", history},
    {"ours, on RFC 8867, 5.4", "arc: use of what there is", slow_arc},
    {"ours, on RFC 8867, 5.4", "nada: use of what there is", slow_nada},
    {"ours, on RFC 8867, 5.8", "arc: use of what there is", slow_arc},
    {"ours, on RFC 8867, 5.1", "scream,delay=50ms,udp: crossings", swings},
    {"ours, on RFC 8867, 5.1", "scream,delay=100ms,udp: crossings",
     "scream: none to 7 crossings a minute on nine draws, three of them more than 6", Known::to_vary},
    {"ours, on RFC 8867, 5.4", "scream: crossings", several_screams, Known::to_vary},
    {"ours, on RFC 8867, 6.1", "scream: crossings", several_screams, Known::to_vary},
    {"ours, on RFC 8867, 5.5", "darc: greatest over least rate",
     "darc: 2.95 to 3.7 on ten draws, three of them at most 3", Known::to_vary},
    {"ours, on RFC 8867, 5.8", "gcc: rate of s2 at the end",
     "gcc: 0.82 to 1.45 on five draws before reports became smaller, 0.56 to 1.56 on five since, two of them below "
     "0.75",
     Known::to_vary},
    {"ours, on RFC 8867, 6.1", "darc: rate of s1 over the mean of s2 and s3",
     "darc: 1.25 to 1.49 on ten draws, one of them at least 1.40", Known::to_vary},
    {"ours, on RFC 8867, 5.3", "scream,udp: crossings", swings},
};

}  // namespace

std::span<const KnownClaim> rfc8867_known() { return all_known; }

}  // namespace evenkeel::lab
