#include "app/lab/record/run_copy.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/lab/record/folder_writer.h"

namespace evenkeel::lab {
namespace {

namespace fs = std::filesystem;

/// The first thing that failed; nothing where all went well.
std::error_code copy_files(const std::string& from, const std::string& part) {
  std::error_code failed;
  fs::remove_all(part, failed);
  if (!failed) fs::create_directories(part, failed);
  if (!failed) fs::copy(from, part, fs::copy_options::recursive, failed);
  return failed;
}

bool write_description(const std::string& path, const nlohmann::ordered_json& run) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << run.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
  file.close();
  return static_cast<bool>(file);
}

}  // namespace

std::string copy_run(const std::string& from, const std::string& to, const nlohmann::ordered_json& run) {
  const std::string part = FolderWriter::unfinished(to);
  std::error_code failed = copy_files(from, part);
  if (!failed && !write_description(part + "/run.json", run)) failed = std::make_error_code(std::errc::io_error);
  if (!failed && fs::exists(to + "/run.json", failed)) fs::remove_all(to, failed);
  if (!failed) fs::rename(part, to, failed);
  if (!failed) return {};
  std::error_code ignored;
  fs::remove_all(part, ignored);
  return "Cannot copy the run '" + from + "' to '" + to + "': " + failed.message() + ".";
}

}  // namespace evenkeel::lab
