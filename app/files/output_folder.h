#pragma once

#include <sys/stat.h>

#include <cstdio>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

namespace evenkeel {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using FileHandle = std::unique_ptr<std::FILE, CloseFile>;

/// Who may read a file that is created: its owner (0600), or who the umask allows.
enum class Readers { owner, by_umask };

/// What becomes of the content of a file that is there.
enum class Existing { emptied, kept };

/// Pipes and devices: accepted where the user named the file.
enum class Special { refused, accepted };

/// A folder to write files in. It stays the same folder if its name leads elsewhere later. No symbolic link is followed
/// to a file, and files are written only where no other user can exchange them: in a folder of ours or of root that is
/// sticky or not writable by all. Errors are errno or a FileProblem.
class OutputFolder {
 public:
  OutputFolder() = default;
  /// Error: there is none, or it is no place to write in. `path` may end with slashes.
  static OutputFolder open(const std::string& path, std::error_code& error);
  /// Creates it (0700) where there is none, and the folders above it with the usual rights. One that is there keeps its
  /// rights. `created`: may be null.
  static OutputFolder create(const std::string& path, std::error_code& error, bool* created = nullptr);
  /// The folder of a file. Where it is no place to write in, the functions below say so: that does not concern pipes
  /// and devices.
  static OutputFolder around(const std::string& file, std::error_code& error);
  ~OutputFolder() { close(); }
  OutputFolder(OutputFolder&& other) noexcept : folder_(std::exchange(other.folder_, -1)), problem_(other.problem_) {}
  OutputFolder& operator=(OutputFolder&& other) noexcept;

  /// Creates or opens a file (0600) for writing. A regular one that is there has to be ours, and loses the rights of
  /// others. A pipe has to be ours or root's; ENXIO if nobody reads from it, which is not waited for. A link is
  /// followed to pipes and devices alone, as /dev/stdout.
  FileHandle open_file(const std::string& name, Existing existing, Special special, std::error_code& error) const;
  /// What open_file() would refuse of a file that is there. It opens nothing: a pipe's reader would notice.
  std::error_code check_file(const std::string& name, Special special) const;
  /// Creates an empty file (0600), which must not exist, also as a link that leads nowhere.
  std::error_code create_file(const std::string& name) const;
  /// Readers see the file as it was or the whole of the new one: it is written beside it and renamed. `on_disk`: it
  /// has reached the disk when this returns. Into a pipe or device the text is written as into any other.
  std::error_code replace_file(const std::string& name, const std::string& text, Readers readers, Special special,
                               bool on_disk = false) const;
  /// Anything is there under this name, also a link that leads nowhere.
  bool holds(const std::string& name) const;
  /// Removes a regular file or a link.
  void remove(const std::string& name) const;

 private:
  void close();
  FileHandle make(const std::string& name, Readers readers, std::error_code& error) const;
  std::error_code write_beside(const std::string& draft, const std::string& text, Readers readers, bool on_disk) const;
  std::error_code check(const struct stat& found, bool through_link, Special special) const;
  std::error_code look(const std::string& name, Special special, bool& is_link, struct stat& found) const;
  std::error_code write_special(const std::string& name, const std::string& text) const;
  void sync() const;

  int folder_ = -1;
  std::error_code problem_;
};

}  // namespace evenkeel
