#pragma once

#include <string>

namespace evenkeel {

struct CallOptions;

/// Reads the file of --turn-password-file, where one is named, into `turn_password`. A pipe gives it only once. Blocks
/// as read_secret_file() does. Returns what failed, or an empty string.
std::string take_turn_password(CallOptions& options);

}  // namespace evenkeel
