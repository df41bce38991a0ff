#include "app/record/private_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace evenkeel {
namespace {

namespace fs = std::filesystem;

constexpr mode_t file_mode = 0600;
constexpr mode_t folder_mode = 0700;

/// Without "/" and "/." at the end.
fs::path trimmed(fs::path path) {
  while (path.has_relative_path() && path.has_parent_path() && (!path.has_filename() || path.filename() == "."))
    path = path.parent_path();
  return path;
}

}  // namespace

std::FILE* open_private_file(const std::string& path, Existing existing) {
  const int emptied = existing == Existing::emptied ? O_TRUNC : 0;
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | emptied, file_mode);
  if (file < 0) return nullptr;
  (void)fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);  // only to open a pipe must not wait for its reader
  struct stat found {};
  // Of somebody else's file, which we may write to, the rights are not ours to change.
  if (fstat(file, &found) == 0 && S_ISREG(found.st_mode)) (void)!fchmod(file, file_mode);
  std::FILE* const stream = fdopen(file, "wb");
  if (stream == nullptr) close(file);
  return stream;
}

std::string writing_error_text(int error, const std::string& advice) {
  if (error == ENXIO) return "nobody reads from this pipe. Start what reads from it first.";
  return (error != 0 ? std::strerror(error) : "short write") + (". " + advice);
}

int create_private_file(const std::string& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, file_mode);
  if (file < 0) return errno;
  close(file);
  return 0;
}

bool create_private_folder(const std::string& path, std::error_code& error) {
  error.clear();
  const fs::path folder = trimmed(path);
  if (folder.has_parent_path()) fs::create_directories(folder.parent_path(), error);
  if (error) return false;
  if (mkdir(folder.c_str(), folder_mode) == 0) return true;
  const int reason = errno;
  if (reason != EEXIST || !fs::is_directory(folder)) error = {reason, std::generic_category()};
  return false;
}

}  // namespace evenkeel
