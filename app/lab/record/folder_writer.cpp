#include "app/lab/record/folder_writer.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/files/private_file.h"
#include "app/record/result_files.h"
#include "core/base/quantity.h"
#include "core/telemetry/csv.h"

namespace evenkeel::lab {
namespace {

namespace fs = std::filesystem;

void remove_folder(const std::string& path) {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

/// With all digits; empty if it is not finite.
std::string number(double value) { return std::isfinite(value) ? format_number(value) : ""; }

std::string emptied(std::string path) {
  remove_folder(path);
  return path;
}

/// Returns the first error.
std::error_code copy_files(const std::string& from, const std::string& part) {
  std::error_code failed;
  fs::remove_all(part, failed);
  if (!failed) fs::create_directories(part, failed);
  if (!failed) fs::copy(from, part, fs::copy_options::recursive, failed);
  return failed;
}

std::error_code write_description(const std::string& path, const nlohmann::ordered_json& run) {
  const std::string text = run.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
  return replace_file(path, text, Readers::owner);
}

}  // namespace

FolderWriter::FolderWriter(std::string path, const nlohmann::ordered_json& run, bool packets,
                           std::function<bool(Duration)> go_on)
    : path_(std::move(path)), go_on_(std::move(go_on)) {
  folder_.emplace(emptied(unfinished(path_)), run, packets);
}

FolderWriter::~FolderWriter() {
  if (!folder_) return;
  folder_.reset();
  remove_folder(unfinished(path_));
}

void FolderWriter::write(const Sample& row) {
  folder_->write(row);
  summary_.add(row);
}

void FolderWriter::write(const PacketRecord& packet) { folder_->write(packet); }

void FolderWriter::result(std::string_view name, std::string_view flow, double value) {
  append_csv_text(results_, name);
  results_ += ',';
  append_csv_text(results_, flow);
  results_ += ',' + number(value) + '\n';
}

void FolderWriter::curve(const Curve& points) {
  for (std::size_t i = 0; i < std::min(points.x.size(), points.y.size()); ++i) {
    append_csv_text(curves_, points.name);
    curves_ += ',' + number(points.x[i]) + ',' + number(points.y[i]) + '\n';
  }
}

bool FolderWriter::go_on(Duration simulated) {
  if (!folder_->error().empty()) return false;
  if (go_on_ && !go_on_(simulated)) stopped_ = true;
  return !stopped_;
}

std::string FolderWriter::write_text(const std::string& name, const std::string& text) const {
  const std::string path = unfinished(path_) + '/' + name;
  const std::error_code error = replace_file(path, text, Readers::by_umask);
  return error ? "Cannot write '" + path + "': " + error.message() + "." : "";
}

std::string FolderWriter::write_tables() const {
  std::string error;
  if (!results_.empty()) error = write_text("results.csv", "name,flow,value\n" + results_);
  if (error.empty() && !curves_.empty()) error = write_text("curves.csv", "curve,x,y\n" + curves_);
  return error;
}

std::string FolderWriter::put_in_place() {
  folder_.reset();
  std::error_code failed;
  // Only a run is replaced: anything else under this name makes renaming fail.
  if (fs::exists(path_ + "/run.json", failed)) remove_folder(path_);
  fs::rename(unfinished(path_), path_, failed);
  if (!failed) return {};
  remove_folder(unfinished(path_));
  return "Cannot put the run folder '" + path_ + "' in its place: " + failed.message() + ".";
}

std::string FolderWriter::finish() {
  std::string error = folder_->error();
  if (error.empty()) error = write_tables();
  if (!error.empty()) return error;
  folder_->write_summary(describe_summary(summary_.result(), {}));
  if (!folder_->error().empty()) return folder_->error();
  return put_in_place();
}

std::string copy_run(const std::string& from, const std::string& to, const nlohmann::ordered_json& run) {
  const std::string part = FolderWriter::unfinished(to);
  std::error_code failed = copy_files(from, part);
  if (!failed) failed = write_description(part + "/run.json", run);
  if (!failed && fs::exists(to + "/run.json", failed)) fs::remove_all(to, failed);
  if (!failed) fs::rename(part, to, failed);
  if (!failed) return {};
  std::error_code ignored;
  fs::remove_all(part, ignored);
  return "Cannot copy the run '" + from + "' to '" + to + "': " + failed.message() + ".";
}

}  // namespace evenkeel::lab
