#pragma once

#include <cstdio>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/telemetry/packet_record.h"
#include "core/telemetry/picture_record.h"
#include "core/telemetry/run_event.h"
#include "core/telemetry/sample.h"

namespace evenkeel {

/// Writes a run folder: run.json at the start, telemetry.csv, events.csv, packets.csv and pictures.csv row by row,
/// summary.json at the end. Only the owner may read it. pictures.csv begins with the first picture: who receives none
/// has none. After the first failure (a full disk) it writes nothing more; error() keeps the sentence about it.
class RunFolder {
 public:
  /// Creates the folder and its files; those of an earlier run in it are removed. On failure error() says why.
  /// `origin`: the time in the run at which the folder begins; its times count from there, and earlier rows are
  /// omitted.
  RunFolder(const std::string& path, const nlohmann::ordered_json& run, bool packets, Duration origin = {});

  /// Whether the folder contains any file of a run.
  static bool holds_run(const std::string& path);

  void write(Sample row);
  void write(RunEvent event);
  void write(PacketRecord record);
  void write(PictureRecord record);
  void write_summary(const nlohmann::ordered_json& summary);
  void flush();

  const std::string& error() const { return error_; }

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, Closer>;
  File create(const std::string& name);
  void write_whole(const std::string& name, const nlohmann::ordered_json& json);
  void put(std::FILE* file, const std::string& text);
  void fail();

  std::string path_;
  Duration origin_{};
  File telemetry_;
  File events_;
  File packets_;
  File pictures_;
  std::string error_;
};

}  // namespace evenkeel
