#include "app/record/run_folder.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>

#include "app/record/private_file.h"
#include "core/telemetry/csv.h"

namespace evenkeel {
namespace {

namespace fs = std::filesystem;

constexpr const char* file_names[] = {"run.json",    "telemetry.csv", "events.csv",
                                      "packets.csv", "pictures.csv",  "summary.json"};

bool is_file(const std::string& path) {
  std::error_code unknown;
  return fs::is_regular_file(path, unknown);
}

/// Removes the files of an earlier run, which must not stand beside this one if it ends early. run.json stays: it
/// claims the folder.
void remove_earlier_run(const std::string& folder) {
  for (const std::string name : file_names) {
    const std::string path = folder + '/' + name;
    std::error_code ignored;
    if (name != "run.json" && is_file(path)) fs::remove(path, ignored);
  }
}

}  // namespace

bool RunFolder::holds_run(const std::string& path) {
  return std::any_of(std::begin(file_names), std::end(file_names),
                     [&](const char* name) { return is_file(path + '/' + name); });
}

RunFolder::RunFolder(const std::string& path, const nlohmann::ordered_json& run, bool packets, Duration origin)
    : path_(path), origin_(origin) {
  std::error_code failed;
  create_private_folder(path, failed);
  if (failed) {
    error_ = "Cannot create the run folder '" + path + "': " + failed.message() + "; give --out another one.";
    return;
  }
  remove_earlier_run(path);
  write_whole("run.json", run);
  telemetry_ = create("telemetry.csv");
  put(telemetry_.get(), csv_header());
  events_ = create("events.csv");
  put(events_.get(), event_csv_header());
  if (packets) {
    packets_ = create("packets.csv");
    put(packets_.get(), packet_csv_header());
  }
}

RunFolder::File RunFolder::create(const std::string& name) {
  if (!error_.empty()) return nullptr;
  const std::string file_path = path_ + '/' + name;
  File file(open_private_file(file_path));
  if (!file) error_ = "Cannot write '" + file_path + "': " + std::strerror(errno) + "; give --out another folder.";
  return file;
}

void RunFolder::write_whole(const std::string& name, const nlohmann::ordered_json& json) {
  const File file = create(name);
  put(file.get(), json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  if (file && error_.empty() && std::fflush(file.get()) != 0) fail();
}

void RunFolder::put(std::FILE* file, const std::string& text) {
  if (file == nullptr || !error_.empty()) return;
  if (std::fwrite(text.data(), 1, text.size(), file) != text.size()) fail();
}

void RunFolder::fail() {
  error_ = "Cannot go on writing to the run folder '" + path_ + "': " + std::strerror(errno) + ".";
}

void RunFolder::write(Sample row) {
  row.time -= origin_;
  if (row.time >= Duration::zero()) put(telemetry_.get(), csv_row(row));
}

void RunFolder::write(RunEvent event) {
  event.time -= origin_;
  if (event.time >= Duration::zero()) put(events_.get(), event_csv_row(event));
}

void RunFolder::write(PacketRecord record) {
  record.send_time -= origin_;
  if (record.arrival_time) *record.arrival_time -= origin_;
  if (record.send_time >= Duration::zero()) put(packets_.get(), packet_csv_row(record));
}

void RunFolder::write(PictureRecord record) {
  record.completed -= origin_;
  if (record.captured) *record.captured -= origin_;
  if (record.shown) *record.shown -= origin_;
  if (record.completed < Duration::zero()) return;
  if (!pictures_) {
    pictures_ = create("pictures.csv");
    put(pictures_.get(), picture_csv_header());
  }
  put(pictures_.get(), picture_csv_row(record));
}

void RunFolder::write_summary(const nlohmann::ordered_json& summary) {
  write_whole("summary.json", summary);
  flush();
}

void RunFolder::flush() {
  for (std::FILE* file : {telemetry_.get(), events_.get(), packets_.get(), pictures_.get()}) {
    if (file != nullptr && error_.empty() && std::fflush(file) != 0) fail();
  }
}

}  // namespace evenkeel
