#include "app/sound/sound_service.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace evenkeel {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

bool is_answered(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path)) return true;  // not to be known
  std::ranges::copy(path, std::begin(address.sun_path));
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return true;
  // A service whose queue is full, as one that hangs, is there.
  const bool answered =
      connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 || errno == EAGAIN;
  close(fd);
  return answered;
}

/// In the order of libpulse (pulseaudio(1), pulse-client.conf(5)): of the session, of a home without one, of the
/// system.
std::vector<std::string> usual_places() {
  std::vector<std::string> places;
  const auto add = [&](const std::string& folder, const char* file) {
    if (!folder.empty()) places.push_back(folder + file);
  };
  add(variable("PULSE_RUNTIME_PATH"), "/native");
  add(variable("XDG_RUNTIME_DIR"), "/pulse/native");
  std::error_code unknown;
  for (const std::string& home : {variable("XDG_CONFIG_HOME"), variable("HOME") + "/.config"}) {
    if (home.empty()) continue;
    for (fs::directory_iterator i(home + "/pulse", unknown), end; !unknown && i != end; i.increment(unknown)) {
      if (i->path().string().ends_with("-runtime")) add(i->path().string(), "/native");
    }
  }
  places.emplace_back("/run/pulse/native");
  return places;
}

}  // namespace

bool sound_service_listens() {
  const std::string named = variable("PULSE_SERVER");
  if (named.starts_with("unix:")) return is_answered(named.substr(std::string("unix:").size()));
  if (named.starts_with('/')) return is_answered(named);
  return !named.empty() || std::ranges::any_of(usual_places(), is_answered);
}

}  // namespace evenkeel
