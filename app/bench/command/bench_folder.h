#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/bench/studies/study.h"

namespace evenkeel::bench {

/// The folder of --out: a CSV file per table and figure, bench.json. Each function returns nothing, or one sentence
/// that says what failed.
std::string make_folder(const std::string& path);
std::string write_json(const std::string& path, const nlohmann::ordered_json& json);
std::string write_table(const std::string& path, const Table& table);
std::string write_outcome(const std::string& path, const StudyOutcome& outcome);

}  // namespace evenkeel::bench
