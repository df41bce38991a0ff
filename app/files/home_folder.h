#pragma once

#include <string>

namespace evenkeel {

/// Of the user: HOME, and where that is no absolute path, the one of passwd. Empty if that has none either: nothing may
/// be kept in the working folder in its place.
std::string home_folder();

/// For what a program keeps between two starts: XDG_STATE_HOME where it is an absolute path, as the specification of
/// the XDG base directories wants it, otherwise ~/.local/state. Empty as home_folder().
std::string state_folder();

}  // namespace evenkeel
