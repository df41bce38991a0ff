#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "app/lab/record/run_writer.h"
#include "app/record/run_folder.h"
#include "core/telemetry/summary.h"

namespace evenkeel::lab {

/// Writes a run folder that appears complete or not at all: writes to PATH.part, which finish() renames.
class FolderWriter final : public RunWriter {
 public:
  /// `go_on` gets the simulated time and returns false to end the run early. A write error ends it too.
  FolderWriter(std::string path, const nlohmann::ordered_json& run, bool packets,
               std::function<bool(Duration)> go_on = {});
  /// Removes an unfinished folder.
  ~FolderWriter() override;
  FolderWriter(const FolderWriter&) = delete;
  FolderWriter& operator=(const FolderWriter&) = delete;

  void write(const Sample& row) override;
  void write(const PacketRecord& packet) override;
  void result(std::string_view name, std::string_view flow, double value) override;
  void curve(const Curve& curve) override;
  bool go_on(Duration simulated) override;

  bool stopped() const { return stopped_; }  ///< `go_on` said so
  /// Writes the rest and renames the folder, replacing an earlier run. Returns an empty string, or one sentence that
  /// says what failed.
  std::string finish();

  static std::string unfinished(const std::string& path) { return path + ".part"; }

 private:
  std::string write_text(const std::string& name, const std::string& text) const;
  std::string write_tables() const;
  std::string put_in_place();

  std::string path_;
  std::function<bool(Duration)> go_on_;
  bool stopped_ = false;
  std::optional<RunFolder> folder_;
  Summary summary_;
  std::string results_;
  std::string curves_;
};

/// Copies the finished run folder `from` to `to`, with a different run.json. The copy appears complete or not at all,
/// and replaces an earlier run. Returns an empty string, or one sentence that says what failed.
std::string copy_run(const std::string& from, const std::string& to, const nlohmann::ordered_json& run);

}  // namespace evenkeel::lab
