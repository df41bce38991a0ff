#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace evenkeel {

/// What any file of results begins with: program, version, commit (left out where it is empty), command line, host.
nlohmann::ordered_json describe_program(std::string_view program, std::string_view commit,
                                        const std::vector<std::string>& command_line);

}  // namespace evenkeel
