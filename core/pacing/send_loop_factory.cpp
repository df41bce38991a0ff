#include "core/pacing/send_loop_factory.h"

#include <array>

#include "core/pacing/rfc3448.h"
#include "core/pacing/rmc.h"
#include "core/pacing/token_bucket.h"

namespace evenkeel {
namespace {

constexpr std::array<std::string_view, 5> kNames = {"rmc", "rfc3448", "rfc3448-burst", "rfc3448-nominal",
                                                    "token-bucket"};

}  // namespace

std::unique_ptr<SendLoop> make_send_loop(std::string_view name) {
  if (name == "rmc") return std::make_unique<Rmc>();
  if (name == "rfc3448") return std::make_unique<Rfc3448>(Rfc3448Variant::kPaper);
  if (name == "rfc3448-burst") return std::make_unique<Rfc3448>(Rfc3448Variant::kBurst);
  if (name == "rfc3448-nominal") return std::make_unique<Rfc3448>(Rfc3448Variant::kNominal);
  if (name == "token-bucket") return std::make_unique<TokenBucket>();
  return nullptr;
}

std::span<const std::string_view> send_loop_names() { return kNames; }

}  // namespace evenkeel
