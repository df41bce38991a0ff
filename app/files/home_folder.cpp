#include "app/files/home_folder.h"

#include <pwd.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace evenkeel {
namespace {

std::string absolute_path(const char* path) { return path != nullptr && *path == '/' ? path : ""; }

std::string home_of_passwd() {
  std::array<char, 16384> text{};
  passwd entry{};
  passwd* found = nullptr;
  const bool is_known = getpwuid_r(geteuid(), &entry, text.data(), text.size(), &found) == 0 && found != nullptr;
  return is_known ? absolute_path(entry.pw_dir) : "";
}

}  // namespace

std::string home_folder() {
  std::string home = absolute_path(std::getenv("HOME"));
  return home.empty() ? home_of_passwd() : home;
}

std::string state_folder() {
  std::string state = absolute_path(std::getenv("XDG_STATE_HOME"));
  if (!state.empty()) return state;
  const std::string home = home_folder();
  return home.empty() ? "" : home + "/.local/state";
}

}  // namespace evenkeel
