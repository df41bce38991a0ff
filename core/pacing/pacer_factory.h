#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "core/pacing/pacer.h"

namespace evenkeel {

/// A pacer with its default parameters, by the name that `--send-loop` takes; nullptr if there is none of it.
std::unique_ptr<Pacer> make_pacer(std::string_view name);

/// All names that make_pacer() knows, the default first: "rmc", "rfc3448", "rfc3448-burst", "rfc3448-nominal",
/// "token-bucket".
std::span<const std::string_view> pacer_names();

}  // namespace evenkeel
