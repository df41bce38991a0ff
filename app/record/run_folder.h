#pragma once

#include <cstdio>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <system_error>

#include "app/files/output_folder.h"
#include "app/record/run_sink.h"

namespace evenkeel {

/// Writes a run folder: run.json at the start, telemetry.csv, events.csv, packets.csv and pictures.csv row by row,
/// summary.json at the end. Only the owner may read it. All go into the folder as it was opened, without following a
/// link, wherever its name leads later; the two JSON files are whole at any time. pictures.csv begins with the first
/// picture: who receives none has none. After the first failure (a full disk) it writes nothing more; error() keeps the
/// sentence about it.
class RunFolder final : public RunSink {
 public:
  /// Creates the folder and its files; those of an earlier run in it are removed. On failure error() says why.
  /// `origin`: the time in the run at which the folder begins; its times count from there, and earlier rows are
  /// omitted.
  RunFolder(const std::string& path, const nlohmann::ordered_json& run, bool packets, Duration origin = {});

  /// Whether the folder contains any file of a run.
  static bool holds_run(const OutputFolder& folder);

  void write(Sample row);
  void write(RunEvent event);
  void write(PacketRecord record);
  void write(PictureRecord record);
  void write_batch(const RunBatch& batch) override;
  void write_summary(const nlohmann::ordered_json& summary) override;
  void flush();

  const std::string& error() const override { return error_; }

 private:
  FileHandle create(const std::string& name);
  void write_whole(const std::string& name, const nlohmann::ordered_json& json);
  void put(std::FILE* file, const std::string& text);
  void fail(const std::error_code& error);
  void fail_to_create(const std::string& name, const std::error_code& error);

  std::string path_;
  OutputFolder folder_;
  Duration origin_{};
  FileHandle telemetry_;
  FileHandle events_;
  FileHandle packets_;
  FileHandle pictures_;
  std::string error_;
};

}  // namespace evenkeel
