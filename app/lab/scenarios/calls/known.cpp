#include "app/lab/scenarios/calls/known.h"

#include "app/lab/claims/known.h"

namespace evenkeel::lab {
namespace {

constexpr KnownClaim all_misses[] = {
    {"goal k", "darc,web: utilisation",
     "a second to come back after each page, of which there is one every few seconds"},
    {"goal d", "darc,bbr,buffer=300ms: share",
     "ns-3's BBR stops for good after its first lost packets, with the link half empty: it then has one packet under "
     "way "
     "and takes that for the rate; the kernel's BBR has half (docs/results/darc.md)"},
    {"goal random", "darc alone: queue p99, worst",
     "a fall from 6.0 to 0.54 Mbit/s with 290 ms round trip: what is sent until a report can tell of it takes so long; "
     "the "
     "second worst link has 0.57 s"},
};

}  // namespace

std::vector<Claim> with_known_misses(std::vector<Claim> claims) {
  mark_known(claims, all_misses);
  return claims;
}

}  // namespace evenkeel::lab
