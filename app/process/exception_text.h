#pragma once

#include <exception>
#include <string>

namespace evenkeel {

/// One sentence on what nothing below handled: as a rule the machine has no thread, file descriptor or memory left.
std::string exception_text(const std::exception& error);

}  // namespace evenkeel
