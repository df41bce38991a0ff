#include "app/cli/option_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "core/base/cryptography.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

constexpr Duration patience = 5s;

class Descriptor {
 public:
  // Without waiting for somebody who writes to a pipe.
  explicit Descriptor(const std::string& path) : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

// False where nothing came in time.
bool wait_for_more(int fd, LocalTime deadline) {
  const auto left = (deadline - monotonic_now()) / 1ms;
  pollfd asked{fd, POLLIN, 0};
  return left > 0 && poll(&asked, 1, static_cast<int>(left)) > 0;
}

// Returns 0 or errno. In place, since a text that grows would leave pieces of a secret behind.
int read_all(int fd, std::string& text, std::size_t max_size) {
  const LocalTime deadline = monotonic_now() + patience;
  std::size_t size = 0;
  text.resize(max_size + 1);
  int error = EFBIG;
  while (size < text.size()) {
    if (!wait_for_more(fd, deadline)) return ETIMEDOUT;
    const ssize_t count = ::read(fd, text.data() + size, text.size() - size);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (count <= 0) {
      error = count < 0 ? errno : 0;
      break;
    }
    size += static_cast<std::size_t>(count);
  }
  text.resize(size);
  return error;
}

bool others_may_read(const struct stat& status) {
  return S_ISREG(status.st_mode) && (status.st_mode & (S_IRWXG | S_IRWXO)) != 0;
}

}  // namespace

Parsed<std::string> read_option_file(const std::string& option, const std::string& path, std::size_t max_size,
                                     bool is_secret) {
  const std::string name = "'" + path + "' (" + option + ")";
  const Descriptor file(path);
  struct stat status {};
  int error = file.get() < 0 || fstat(file.get(), &status) != 0 ? errno : 0;
  if (error == 0 && is_secret && others_may_read(status)) {
    return {std::nullopt, name + " can be read by others than its owner: 'chmod 600' ends that."};
  }
  std::string text;
  if (error == 0) error = read_all(file.get(), text, max_size);
  if (error == 0) return {std::move(text), ""};
  wipe(text);
  return {std::nullopt, "Cannot read " + name + ": " + std::strerror(error) + "."};
}

}  // namespace evenkeel
