#include "app/lab/claims/known.h"

#include <algorithm>
#include <string>
#include <utility>

#include "app/lab/claims/judge.h"

namespace evenkeel {

void mark_known(std::vector<Claim>& claims, std::span<const KnownClaim> known) {
  for (Claim& claim : claims) {
    const auto is_it = [&](const KnownClaim& one) {
      return one.source == claim.source && claim.statement.starts_with(one.statement);
    };
    const auto found = std::find_if(known.begin(), known.end(), is_it);
    if (found != known.end()) claim = known_not_to_hold(std::move(claim), std::string(found->why));
  }
}

}  // namespace evenkeel
