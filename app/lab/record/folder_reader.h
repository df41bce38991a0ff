#pragma once

#include <string>

#include "app/lab/plan/run_plan.h"
#include "app/lab/record/run_record.h"
#include "core/base/parsed.h"

namespace evenkeel::lab {

/// A run folder, read back.
struct ReadRun {
  std::string scenario;
  Choices choices;
  RunRecord record;
};

/// Whatever the folder holds, reading it ends and throws nothing: where anything of it is damaged, one sentence says
/// what. A real call that was recorded, in a folder SCENARIO/RUN, goes by these names. Large: a row of telemetry takes
/// 650 bytes.
Parsed<ReadRun> read_run_folder(const std::string& path);

/// The id in the folder's run.json, else the name of the folder around it.
std::string scenario_of(const std::string& path);

}  // namespace evenkeel::lab
