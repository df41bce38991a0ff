#include "core/pacing/pacer_factory.h"

#include <array>

#include "core/pacing/rfc3448.h"
#include "core/pacing/rmc.h"
#include "core/pacing/token_bucket.h"

namespace evenkeel {
namespace {

constexpr std::array<std::string_view, 5> names = {"rmc", "rfc3448", "rfc3448-burst", "rfc3448-nominal",
                                                   "token-bucket"};

}  // namespace

std::unique_ptr<Pacer> make_pacer(std::string_view name) {
  if (name == "rmc") return std::make_unique<Rmc>();
  if (name == "rfc3448") return std::make_unique<Rfc3448>(Rfc3448Variant::paper);
  if (name == "rfc3448-burst") return std::make_unique<Rfc3448>(Rfc3448Variant::burst);
  if (name == "rfc3448-nominal") return std::make_unique<Rfc3448>(Rfc3448Variant::nominal);
  if (name == "token-bucket") return std::make_unique<TokenBucket>();
  return nullptr;
}

std::span<const std::string_view> pacer_names() { return names; }

}  // namespace evenkeel
