#include "app/cli/secret_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "core/base/cryptography.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

constexpr std::size_t max_size = 8192;
constexpr Duration patience = 5s;
constexpr std::string_view blanks = " \t\r\n";

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

// Returns 0 or errno.
int read_all(int fd, std::string& text) {
  const LocalTime deadline = monotonic_now() + patience;
  std::array<char, 1024> part{};
  int error = 0;
  text.reserve(max_size + part.size());
  while (error == 0 && text.size() <= max_size) {
    if (!wait_for_more(fd, deadline)) return ETIMEDOUT;
    const ssize_t count = ::read(fd, part.data(), part.size());
    if (count == 0) break;
    if (count > 0) {
      text.append(part.data(), static_cast<std::size_t>(count));
    } else if (errno != EAGAIN && errno != EINTR) {
      error = errno;
    }
  }
  wipe({reinterpret_cast<std::uint8_t*>(part.data()), part.size()});
  return text.size() > max_size ? EFBIG : error;
}

bool others_may_read(const struct stat& status) {
  return S_ISREG(status.st_mode) && (status.st_mode & (S_IRWXG | S_IRWXO)) != 0;
}

void trim(std::string& text) {
  const auto end = text.find_last_not_of(blanks);
  text.erase(end == std::string::npos ? 0 : end + 1);
  text.erase(0, std::min(text.find_first_not_of(blanks), text.size()));
}

bool is_one_word(const std::string& text) {
  return std::ranges::all_of(text, [](char c) { return c > ' ' && c < 127; });
}

Parsed<std::string> checked(std::string text, const std::string& name) {
  trim(text);
  if (text.empty()) return {std::nullopt, name + " is empty: write the secret into it, and nothing else."};
  const bool fit = is_one_word(text);
  if (fit) return {std::move(text), ""};
  wipe(text);
  return {std::nullopt,
          name + " holds more than one word of printable letters: write the secret into it, and nothing else."};
}

}  // namespace

Parsed<std::string> read_secret_file(const std::string& option, const std::string& path) {
  const std::string name = "'" + path + "' (" + option + ")";
  const Descriptor file(path);
  struct stat status {};
  int error = file.get() < 0 || fstat(file.get(), &status) != 0 ? errno : 0;
  if (error == 0 && others_may_read(status)) {
    return {std::nullopt, name + " can be read by others than its owner: 'chmod 600' ends that."};
  }
  std::string text;
  if (error == 0) error = read_all(file.get(), text);
  if (error == 0) return checked(std::move(text), name);
  wipe(text);
  return {std::nullopt, "Cannot read " + name + ": " + std::strerror(error) + "."};
}

}  // namespace evenkeel
