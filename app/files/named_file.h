#pragma once

#include <sys/stat.h>

#include <chrono>
#include <cstddef>
#include <string>

namespace evenkeel {

/// Why nothing is read from what has such a status: "it is a folder"; empty for a regular file and a pipe.
std::string unreadable_kind(const struct stat& status);

/// A file that the user named, to be read: a regular one, or a pipe (/dev/fd/N, /dev/stdin). Nothing waits for a pipe
/// that nobody writes to. Errors are reasons without a full stop: "it is a folder".
class NamedFile {
 public:
  /// So long a pipe may stay silent.
  static constexpr std::chrono::milliseconds default_silence{5000};

  explicit NamedFile(const std::string& path);
  ~NamedFile();
  NamedFile(const NamedFile&) = delete;
  NamedFile& operator=(const NamedFile&) = delete;

  /// Why it cannot be read; empty if it can.
  const std::string& error() const { return error_; }
  /// Whether it is a regular file that others than its owner may read or write.
  bool others_may_read() const;
  /// Appends all of it to `text`, which is not moved in memory where it has room for more than `max_size` bytes.
  /// Returns an empty string, or why that failed.
  std::string read(std::string& text, std::size_t max_size, std::chrono::milliseconds silence = default_silence);

 private:
  /// Returns the size of what came, 0 at the end, -1 with `error_`.
  long read_some(char* to, std::size_t size, std::chrono::milliseconds silence);

  int fd_ = -1;
  struct stat status_ {};
  std::string error_;
};

}  // namespace evenkeel
