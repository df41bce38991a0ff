#include "app/files/output_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "app/files/file_problem.h"
#include "app/files/folder_walk.h"

namespace evenkeel {
namespace {

namespace fs = std::filesystem;

constexpr mode_t private_file = 0600;
constexpr mode_t any_reader = 0666;

/// Without "/" and "/." at the end.
fs::path trimmed(fs::path path) {
  while (path.has_relative_path() && path.has_parent_path() && (!path.has_filename() || path.filename() == "."))
    path = path.parent_path();
  return path;
}

std::error_code problem_of(const FolderWalk& walk) {
  struct stat found {};
  if (fstat(walk.folder, &found) != 0) return last_error();
  if (!is_trusted(found.st_uid)) return FileProblem::folder_of_another;
  if ((found.st_mode & S_IWOTH) != 0 && (found.st_mode & S_ISVTX) == 0) return FileProblem::open_folder;
  return walk.through_foreign_link ? make_error_code(FileProblem::link_of_another) : std::error_code();
}

std::error_code write_all(std::FILE* file, const std::string& text, bool on_disk) {
  if (std::fwrite(text.data(), 1, text.size(), file) != text.size() || std::fflush(file) != 0) return last_error();
  const bool is_there = !on_disk || fsync(fileno(file)) == 0 || errno == EINVAL;  // EINVAL: not on a disk
  return is_there ? std::error_code() : last_error();
}

std::error_code close_file(FileHandle file) {
  return std::fclose(file.release()) == 0 ? std::error_code() : last_error();  // some file systems say only now
}

FileHandle stream(int file, std::error_code& error) {
  FileHandle out(file < 0 ? nullptr : fdopen(file, "wb"));
  if (!out) error = last_error();
  if (!out && file >= 0) close(file);
  return out;
}

}  // namespace

OutputFolder OutputFolder::around(const std::string& file, std::error_code& error) {
  error.clear();
  fs::path path = fs::path(file).parent_path();
  if (path.empty()) path = ".";
  const FolderWalk walk = walk_to_folder(path.string(), Missing::refused, error);
  OutputFolder out;
  out.folder_ = walk.folder;
  if (!error) out.problem_ = problem_of(walk);
  return out;
}

OutputFolder OutputFolder::open(const std::string& path, std::error_code& error) {
  OutputFolder out = around((fs::path(path) / ".").string(), error);
  if (!error) error = out.problem_;
  return out;
}

OutputFolder OutputFolder::create(const std::string& path, std::error_code& error, bool* created) {
  error.clear();
  const fs::path folder = trimmed(path);
  if (created != nullptr) *created = false;
  if (folder.empty()) error = std::make_error_code(std::errc::no_such_file_or_directory);
  if (error) return {};
  const FolderWalk walk = walk_to_folder(folder.string(), Missing::created, error);
  if (error) return {};
  OutputFolder out;
  out.folder_ = walk.folder;
  out.problem_ = error = walk.through_foreign_link ? make_error_code(FileProblem::link_of_another) : problem_of(walk);
  if (created != nullptr) *created = walk.created;
  return out;
}

OutputFolder& OutputFolder::operator=(OutputFolder&& other) noexcept {
  if (this == &other) return *this;
  close();
  folder_ = std::exchange(other.folder_, -1);
  problem_ = other.problem_;
  return *this;
}

void OutputFolder::close() {
  if (folder_ >= 0) ::close(folder_);
  folder_ = -1;
}

FileHandle OutputFolder::make(const std::string& name, Readers readers, std::error_code& error) const {
  error = problem_;
  if (error) return nullptr;
  const mode_t mode = readers == Readers::owner ? private_file : any_reader;
  return stream(openat(folder_, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode), error);
}

std::error_code OutputFolder::check(const struct stat& found, bool through_link, Special special) const {
  const bool is_pipe = S_ISFIFO(found.st_mode), is_special = is_pipe || S_ISCHR(found.st_mode);
  if (through_link && !is_special) return FileProblem::symbolic_link;
  if (S_ISREG(found.st_mode)) {
    if (problem_) return problem_;
    if (found.st_uid != geteuid()) return FileProblem::file_of_another;
    return found.st_nlink > 1 ? make_error_code(FileProblem::second_name) : std::error_code();
  }
  if (special == Special::refused || !is_special) return FileProblem::no_ordinary_file;
  return is_pipe && !is_trusted(found.st_uid) ? make_error_code(FileProblem::pipe_of_another) : std::error_code();
}

std::error_code OutputFolder::look(const std::string& name, Special special, bool& is_link, struct stat& found) const {
  if (fstatat(folder_, name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0) return last_error();
  is_link = S_ISLNK(found.st_mode);
  const bool leads_on = is_link && special == Special::accepted && is_trusted(found.st_uid) &&
                        fstatat(folder_, name.c_str(), &found, 0) == 0;
  if (is_link && !leads_on) return FileProblem::symbolic_link;
  return check(found, is_link, special);
}

std::error_code OutputFolder::check_file(const std::string& name, Special special) const {
  bool is_link = false;
  struct stat found {};
  if (const std::error_code error = look(name, special, is_link, found)) return error;
  return faccessat(folder_, name.c_str(), W_OK, AT_EACCESS) == 0 ? std::error_code() : last_error();
}

FileHandle OutputFolder::open_file(const std::string& name, Existing existing, Special special,
                                   std::error_code& error) const {
  bool is_link = false;
  struct stat found {};
  error = look(name, special, is_link, found);
  if (error == std::errc::no_such_file_or_directory) return make(name, Readers::owner, error);
  if (error) return nullptr;
  const int no_link = is_link ? 0 : O_NOFOLLOW;
  FileHandle file = stream(openat(folder_, name.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | no_link), error);
  if (!file) return nullptr;
  const int descriptor = fileno(file.get());
  error = fstat(descriptor, &found) == 0 ? check(found, is_link, special) : last_error();  // another may be there now
  const bool is_file = S_ISREG(found.st_mode);
  if (!error && is_file && existing == Existing::emptied && ftruncate(descriptor, 0) != 0) error = last_error();
  if (error) return nullptr;
  if (is_file) (void)!fchmod(descriptor, private_file);
  (void)fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);  // only to open a pipe must not wait
  return file;
}

std::error_code OutputFolder::create_file(const std::string& name) const {
  std::error_code error;
  (void)make(name, Readers::owner, error);
  return error;
}

std::error_code OutputFolder::write_beside(const std::string& draft, const std::string& text, Readers readers,
                                           bool on_disk) const {
  std::error_code error;
  FileHandle file = make(draft, readers, error);
  if (!error) error = write_all(file.get(), text, on_disk);
  if (!error) error = close_file(std::move(file));
  return error;
}

std::error_code OutputFolder::write_special(const std::string& name, const std::string& text) const {
  std::error_code error;
  FileHandle file = open_file(name, Existing::kept, Special::accepted, error);
  if (!error) error = write_all(file.get(), text, false);
  return error ? error : close_file(std::move(file));
}

// The disk has the file by now; its name may follow a moment later where the folder cannot be read.
void OutputFolder::sync() const {
  const int folder = openat(folder_, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  (void)fsync(folder);
  ::close(folder);
}

std::error_code OutputFolder::replace_file(const std::string& name, const std::string& text, Readers readers,
                                           Special special, bool on_disk) const {
  bool is_link = false;
  struct stat found {};
  std::error_code error = look(name, special, is_link, found);
  if (!error && !S_ISREG(found.st_mode)) return write_special(name, text);
  const bool is_new = error == std::errc::no_such_file_or_directory;
  if (error && !is_new && error != FileProblem::second_name) return error;  // of two names one gets the new file
  const std::string draft = '.' + name + '.' + std::to_string(getpid());
  remove(draft);  // of a program of this number that was killed
  error = write_beside(draft, text, readers, on_disk);
  if (!error && renameat(folder_, draft.c_str(), folder_, name.c_str()) != 0) error = last_error();
  if (error) remove(draft);
  if (!error && on_disk) sync();
  return error;
}

bool OutputFolder::holds(const std::string& name) const {
  struct stat found {};
  return fstatat(folder_, name.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0;
}

void OutputFolder::remove(const std::string& name) const {
  struct stat found {};
  if (fstatat(folder_, name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0) return;
  if (S_ISREG(found.st_mode) || S_ISLNK(found.st_mode)) (void)unlinkat(folder_, name.c_str(), 0);
}

}  // namespace evenkeel
