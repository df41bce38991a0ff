#include "app/cli/turn_password.h"

#include <memory>
#include <utility>

#include "app/cli/call_options.h"
#include "app/cli/secret_file.h"
#include "app/cli/stun_options.h"

namespace evenkeel {

std::string take_turn_password(CallOptions& options) {
  if (!options.turn_password_file) return {};
  auto password = read_secret_file("--turn-password-file", *options.turn_password_file, SecretForm::line);
  if (!password) return password.error;
  options.turn_password = std::make_shared<const TurnPassword>(std::move(*password.value));
  return {};
}

}  // namespace evenkeel
