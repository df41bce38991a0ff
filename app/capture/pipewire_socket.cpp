#include "app/capture/pipewire_socket.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>

namespace evenkeel {
namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

/// Follows the rules of PipeWire's client library.
std::string socket_path() {
  std::string remote = variable("PIPEWIRE_REMOTE");
  if (remote.empty()) remote = "pipewire-0";
  if (remote.starts_with('/')) return remote;
  std::string folder = variable("PIPEWIRE_RUNTIME_DIR");
  if (folder.empty()) folder = variable("XDG_RUNTIME_DIR");
  return folder.empty() ? "" : folder + "/" + remote;
}

}  // namespace

std::optional<PipewireSocket> PipewireSocket::connect() {
  const std::string path = socket_path();
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  if (path.empty() || path.size() >= sizeof address.sun_path) return std::nullopt;
  std::memcpy(address.sun_path, path.c_str(), path.size());
  PipewireSocket out(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (out.fd_ < 0) return std::nullopt;
  // connect() takes the generic struct.
  const auto* generic = reinterpret_cast<const sockaddr*>(&address);
  if (::connect(out.fd_, generic, sizeof address) != 0) return std::nullopt;
  return out;
}

PipewireSocket::~PipewireSocket() {
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace evenkeel
