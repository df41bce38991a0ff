#pragma once

#include <string>
#include <string_view>

namespace evenkeel {

/// The commit that the program was built of: "70b4759d1c2e", "70b4759d1c2e-modified" where files were changed since;
/// empty where it was not built of a git checkout.
std::string_view commit();

/// "0.1.0 (70b4759d1c2e)"; "0.1.0" without a commit.
std::string version_text();

}  // namespace evenkeel
