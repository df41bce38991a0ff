#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "core/pacing/send_loop.h"

namespace evenkeel {

/// A send loop with its default parameters, by the name that Tunable::name() gives; nullptr if there is none of it.
std::unique_ptr<SendLoop> make_send_loop(std::string_view name);

/// All names that make_send_loop() knows, the default first: "rmc", "rfc3448", "rfc3448-burst", "rfc3448-nominal",
/// "token-bucket".
std::span<const std::string_view> send_loop_names();

}  // namespace evenkeel
