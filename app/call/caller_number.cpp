#include "app/call/caller_number.h"

#include "core/net/secure/openssl_cryptography.h"
#include "core/signal/number.h"

namespace evenkeel {

void CallerNumber::step(const std::optional<Ends>& ends) {
  if (auto known = task_.take()) known_ = std::move(known);
  const bool stays = std::exchange(wanted_, ends) == ends;
  if (!ends || !stays || task_.wanted() || (known_ && known_->first == *ends)) return;
  task_ = DetachedTask<Known>([of = *ends] {
    return Known{of, comparison_number(of.first, of.second, openssl_cryptography())};
  });
}

const std::string& CallerNumber::text() const {
  static const std::string none;
  return known_ && known_->first == wanted_ ? known_->second : none;
}

}  // namespace evenkeel
