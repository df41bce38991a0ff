#include "app/files/folder_walk.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <deque>
#include <filesystem>
#include <utility>

namespace evenkeel {
namespace {

namespace fs = std::filesystem;

constexpr int max_links = 40;  // as many as the kernel follows
constexpr mode_t usual_folder = 0777, private_folder = 0700;

/// Links of /proc lead to what a process has open, which their text only describes. Nobody exchanges them.
bool is_of_kernel(int link) {
  struct statfs system {};
  return fstatfs(link, &system) == 0 && system.f_type == PROC_SUPER_MAGIC;
}

class Walk {
 public:
  Walk(const fs::path& path, Missing missing) : missing_(missing) {
    add(path);
    begin(path);
  }
  ~Walk() {
    if (at_ >= 0) close(at_);
  }
  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;

  std::error_code run() {
    if (at_ < 0) return last_error();
    while (!parts_.empty()) {
      const std::string part = std::move(parts_.front());
      parts_.pop_front();
      if (const std::error_code error = enter(part)) return error;
      if (through_foreign_link_ && missing_ == Missing::created) return {};
    }
    return {};
  }
  FolderWalk result() { return {std::exchange(at_, -1), through_foreign_link_, created_}; }

 private:
  /// In front of what is left.
  void add(const fs::path& path) {
    std::deque<std::string> added;
    for (const fs::path& part : path.relative_path())
      if (!part.empty() && part != ".") added.push_back(part.string());
    parts_.insert(parts_.begin(), added.begin(), added.end());
  }
  void begin(const fs::path& path) {
    if (path.is_absolute()) go_to(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (at_ < 0) go_to(open(".", O_PATH | O_DIRECTORY | O_CLOEXEC));
  }
  void go_to(int folder) {
    if (at_ >= 0) close(at_);
    at_ = folder;
  }

  /// A folder that is mounted when it is needed is mounted by O_DIRECTORY alone. Otherwise a link, or no folder.
  int open_part(const std::string& part) const {
    constexpr int flags = O_PATH | O_NOFOLLOW | O_CLOEXEC;
    const int folder = openat(at_, part.c_str(), flags | O_DIRECTORY);
    return folder >= 0 || (errno != ENOTDIR && errno != ELOOP) ? folder : openat(at_, part.c_str(), flags);
  }

  std::error_code make(const std::string& part) {
    const bool is_last = parts_.empty();
    const bool made = mkdirat(at_, part.c_str(), is_last ? private_folder : usual_folder) == 0;
    created_ = made && is_last;
    return made || errno == EEXIST ? std::error_code() : last_error();
  }

  std::error_code enter(const std::string& part) {
    int next = open_part(part);
    if (next < 0 && errno == ENOENT && missing_ == Missing::created) {
      if (const std::error_code error = make(part)) return error;
      next = open_part(part);
    }
    if (next < 0) return last_error();
    struct stat found {};
    std::error_code error = fstat(next, &found) == 0 ? std::error_code() : last_error();
    if (!error && S_ISLNK(found.st_mode)) return follow(next, part, found.st_uid);
    if (!error && !S_ISDIR(found.st_mode)) error = std::make_error_code(std::errc::not_a_directory);
    error ? void(close(next)) : go_to(next);
    return error;
  }

  std::error_code follow(int link, const std::string& part, uid_t owner) {
    through_foreign_link_ = through_foreign_link_ || !is_trusted(owner);
    std::array<char, PATH_MAX> text{};
    const ssize_t size = readlinkat(link, "", text.data(), text.size() - 1);
    const std::error_code error = size < 0 ? last_error() : std::error_code();
    const bool of_kernel = is_of_kernel(link);
    close(link);
    if (error) return error;
    if (++links_ > max_links) return std::make_error_code(std::errc::too_many_symbolic_link_levels);
    if (of_kernel) {
      const int folder = openat(at_, part.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
      if (folder < 0) return last_error();
      go_to(folder);
      return {};
    }
    const fs::path target(text.data());
    if (target.is_absolute()) begin(target);
    add(target);
    return at_ < 0 ? last_error() : std::error_code();
  }

  const Missing missing_;
  std::deque<std::string> parts_;
  int at_ = -1;
  int links_ = 0;
  bool through_foreign_link_ = false, created_ = false;
};

}  // namespace

std::error_code last_error() { return {errno, std::generic_category()}; }

bool is_trusted(unsigned owner) { return owner == geteuid() || owner == 0; }

FolderWalk walk_to_folder(const std::string& path, Missing missing, std::error_code& error) {
  Walk walk(path, missing);
  error = walk.run();
  return error ? FolderWalk() : walk.result();
}

}  // namespace evenkeel
