#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "app/lab/plan/settings.h"
#include "core/base/time.h"

namespace evenkeel::sim {

// What is typed after an option. Each returns nothing, or one sentence that says what is wrong and shows the right
// form.

/// "ldcc.w=20kbps"
std::string read_setting(const std::string& text, lab::Settings& settings);
std::string read_number(const std::string& text, std::uint64_t& number);
/// Of a run: above zero, at most a day.
std::string read_length(const std::string& text, Duration& length);
/// 1 to 256.
std::string read_jobs(const std::string& text, std::size_t& jobs);

}  // namespace evenkeel::sim
