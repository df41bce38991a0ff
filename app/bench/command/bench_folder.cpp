#include "app/bench/command/bench_folder.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace evenkeel::bench {
namespace {

std::string write_text(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (file) return {};
  return "Cannot write " + path + ": check the folder's permissions and the space left.";
}

}  // namespace

std::string make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error && std::filesystem::is_directory(path, error)) return {};
  return "Cannot make the folder " + path + (error ? " (" + error.message() + ")" : "") + ": choose another (--out).";
}

std::string write_json(const std::string& path, const nlohmann::ordered_json& json) {
  return write_text(path + "/bench.json", json.dump(2) + "\n");
}

std::string write_table(const std::string& path, const Table& table) {
  return write_text(path + "/" + table.name + ".csv", csv_of(table));
}

std::string write_outcome(const std::string& path, const StudyOutcome& outcome) {
  for (const Table& table : outcome.tables) {
    if (std::string error = write_table(path, table); !error.empty()) return error;
  }
  for (const Figure& figure : outcome.figures) {
    if (std::string error = write_table(path, table_of(figure)); !error.empty()) return error;
  }
  return {};
}

}  // namespace evenkeel::bench
