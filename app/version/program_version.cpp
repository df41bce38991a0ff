#include "app/version/program_version.h"

#include "app/version.h"

namespace evenkeel {

std::string version_text() {
  return commit().empty() ? version : std::string(version) + " (" + std::string(commit()) + ")";
}

}  // namespace evenkeel
