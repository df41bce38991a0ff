#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace evenkeel::lab {

/// The finished run folder `from` once more as `to`, with another run.json; appears as a whole or not at all, in place
/// of an earlier run of that name. Returns nothing, or one sentence.
std::string copy_run(const std::string& from, const std::string& to, const nlohmann::ordered_json& run);

}  // namespace evenkeel::lab
