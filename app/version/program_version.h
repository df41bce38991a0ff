#pragma once

#include <string>
#include <string_view>

namespace evenkeel {

/// The commit from which the program was built: "70b4759d1c2e", or "70b4759d1c2e-modified" if files had been changed;
/// empty if it was not built from a git checkout.
std::string_view commit();

/// "0.1.0 (70b4759d1c2e)"; "0.1.0" without a commit.
std::string version_text();

}  // namespace evenkeel
