#pragma once

// Catch2 3 under the name and with the names of Catch2 2: CMake adds this folder where Catch2 3 is installed.
#include <catch2/catch_all.hpp>
#include <string>

namespace Catch {

using Matchers::EndsWith;
using Matchers::StartsWith;
inline auto Contains(const std::string& part) { return Matchers::ContainsSubstring(part); }

}  // namespace Catch

using Catch::Approx;
