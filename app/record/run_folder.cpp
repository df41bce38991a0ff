#include "app/record/run_folder.h"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/telemetry/csv.h"

namespace evenkeel {
namespace {

constexpr const char* file_names[] = {"run.json",    "telemetry.csv", "events.csv",
                                      "packets.csv", "pictures.csv",  "summary.json"};

std::error_code last_error() { return {errno, std::generic_category()}; }

/// Removes the files of an earlier run, which must not stand beside this one if it ends early. run.json stays: it
/// claims the folder.
void remove_earlier_run(const OutputFolder& folder) {
  for (const std::string name : file_names) {
    if (name != "run.json") folder.remove(name);
  }
}

}  // namespace

bool RunFolder::holds_run(const OutputFolder& folder) {
  return std::any_of(std::begin(file_names), std::end(file_names),
                     [&](const char* name) { return folder.holds(name); });
}

RunFolder::RunFolder(const std::string& path, const nlohmann::ordered_json& run, bool packets, Duration origin)
    : path_(path), origin_(origin) {
  std::error_code failed;
  folder_ = OutputFolder::create(path, failed);
  if (failed) {
    error_ = "Cannot create the run folder '" + path + "': " + failed.message() + "; give --out another one.";
    return;
  }
  remove_earlier_run(folder_);
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

FileHandle RunFolder::create(const std::string& name) {
  if (!error_.empty()) return nullptr;
  std::error_code failed;
  FileHandle file = folder_.open_file(name, Existing::emptied, Special::refused, failed);
  if (!file) fail_to_create(name, failed);
  return file;
}

void RunFolder::write_whole(const std::string& name, const nlohmann::ordered_json& json) {
  if (!error_.empty()) return;
  const std::string text = json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
  const std::error_code failed = folder_.replace_file(name, text, Readers::owner, Special::refused);
  if (failed) telemetry_ ? fail(failed) : fail_to_create(name, failed);
}

void RunFolder::put(std::FILE* file, const std::string& text) {
  if (file == nullptr || !error_.empty()) return;
  if (std::fwrite(text.data(), 1, text.size(), file) != text.size()) fail(last_error());
}

void RunFolder::fail(const std::error_code& error) {
  error_ = "Cannot go on writing to the run folder '" + path_ + "': " + error.message() + ".";
}

void RunFolder::fail_to_create(const std::string& name, const std::error_code& error) {
  error_ = "Cannot write '" + path_ + '/' + name + "': " + error.message() + "; give --out another folder.";
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

void RunFolder::write_batch(const RunBatch& batch) {
  for (const RunEvent& event : batch.events) write(event);
  for (const Sample& row : batch.rows) write(row);
  for (const PacketRecord& record : batch.packets) write(record);
  for (const PictureRecord& record : batch.pictures) write(record);
  flush();
}

void RunFolder::write_summary(const nlohmann::ordered_json& summary) {
  write_whole("summary.json", summary);
  flush();
}

void RunFolder::flush() {
  for (std::FILE* file : {telemetry_.get(), events_.get(), packets_.get(), pictures_.get()}) {
    if (file != nullptr && error_.empty() && std::fflush(file) != 0) fail(last_error());
  }
}

}  // namespace evenkeel
