#include "app/files/named_file.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace evenkeel {
namespace {

constexpr std::size_t block = 1 << 16;

std::string size_text(std::size_t size) {
  return size < (1 << 20) ? std::to_string(size >> 10) + " kB" : std::to_string(size >> 20) + " MB";
}

std::string silence_text(std::chrono::milliseconds silence) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(silence).count();
  return "nothing came through the pipe for " + std::to_string(seconds) + " s";
}

}  // namespace

std::string unreadable_kind(const struct stat& status) {
  if (S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode)) return {};
  if (S_ISDIR(status.st_mode)) return "it is a folder";
  return S_ISSOCK(status.st_mode) ? "it is a socket" : "it is a device";
}

// Devices are not even opened: some act on that.
NamedFile::NamedFile(const std::string& path) {
  if (stat(path.c_str(), &status_) != 0) {
    error_ = std::strerror(errno);
    return;
  }
  error_ = unreadable_kind(status_);
  if (!error_.empty()) return;
  fd_ = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  error_ = fd_ < 0 || fstat(fd_, &status_) != 0 ? std::strerror(errno) : unreadable_kind(status_);
}

NamedFile::~NamedFile() {
  if (fd_ >= 0) close(fd_);
}

bool NamedFile::others_may_read() const {
  return S_ISREG(status_.st_mode) && (status_.st_mode & (S_IRWXG | S_IRWXO)) != 0;
}

std::string NamedFile::read(std::string& text, std::size_t max_size, std::chrono::milliseconds silence) {
  while (error_.empty()) {
    const std::size_t had = text.size();
    text.resize(had + std::min(block, max_size + 1 - had));
    const long count = read_some(text.data() + had, text.size() - had, silence);
    text.resize(had + static_cast<std::size_t>(std::max(count, 0L)));
    if (count <= 0) break;
    if (text.size() > max_size) error_ = "it is longer than " + size_text(max_size);
  }
  return error_;
}

long NamedFile::read_some(char* to, std::size_t size, std::chrono::milliseconds silence) {
  while (true) {
    pollfd asked{fd_, POLLIN, 0};
    if (S_ISFIFO(status_.st_mode) && poll(&asked, 1, static_cast<int>(silence.count())) == 0) {
      error_ = silence_text(silence);
      return -1;
    }
    const ssize_t count = ::read(fd_, to, size);
    if (count >= 0) return count;
    if (errno == EAGAIN || errno == EINTR) continue;
    error_ = std::strerror(errno);
    return -1;
  }
}

}  // namespace evenkeel
