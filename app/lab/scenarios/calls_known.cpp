#include "app/lab/scenarios/calls_known.h"

#include "app/claims/known.h"

namespace evenkeel::lab {
namespace {

constexpr KnownClaim all_misses[] = {
    {"goal k", "darc,web: utilisation",
     "a second to come back after each page, of which there is one every few seconds"},
    {"goal random", "darc alone: queue p99, worst",
     "a fall from 8.0 to 1.0 Mbit/s: what is sent until a report can tell of it takes so long; the third worst link "
     "has "
     "0.19 s"},
    {"goal random", "darc beside one TCP: share, p10",
     "half of the links change their capacity beside TCP, and what the bottleneck has is known late behind its queue; "
     "on the draw before, 36.0 %"},
};

}  // namespace

std::vector<Claim> with_known_misses(std::vector<Claim> claims) {
  mark_known(claims, all_misses);
  return claims;
}

}  // namespace evenkeel::lab
