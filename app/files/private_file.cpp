#include "app/files/private_file.h"

#include <filesystem>

namespace evenkeel {
namespace {

std::string name_in_folder(const std::string& path) { return std::filesystem::path(path).filename().string(); }

}  // namespace

FileHandle open_private_file(const std::string& path, std::error_code& error, Existing existing) {
  const OutputFolder folder = OutputFolder::around(path, error);
  return error ? nullptr : folder.open_file(name_in_folder(path), existing, Special::accepted, error);
}

std::error_code check_private_file(const std::string& path) {
  std::error_code error;
  const OutputFolder folder = OutputFolder::around(path, error);
  return error ? error : folder.check_file(name_in_folder(path), Special::accepted);
}

std::error_code create_private_file(const std::string& path) {
  std::error_code error;
  const OutputFolder folder = OutputFolder::around(path, error);
  return error ? error : folder.create_file(name_in_folder(path));
}

std::error_code replace_file(const std::string& path, const std::string& text, Readers readers, bool on_disk) {
  std::error_code error;
  const OutputFolder folder = OutputFolder::around(path, error);
  return error ? error : folder.replace_file(name_in_folder(path), text, readers, Special::accepted, on_disk);
}

bool create_private_folder(const std::string& path, std::error_code& error) {
  bool created = false;
  (void)OutputFolder::create(path, error, &created);
  return created;
}

std::string writing_error_text(const std::error_code& error, const std::string& advice) {
  if (error == std::errc::no_such_device_or_address) {
    return "nobody reads from this pipe. Start what reads from it first.";
  }
  return (error ? error.message() : "short write") + ". " + advice;
}

}  // namespace evenkeel
