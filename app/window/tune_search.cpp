#include "app/window/tune_search.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "app/cli/link_options.h"
#include "app/window/search_lines.h"
#include "core/telemetry/csv.h"

namespace evenkeel {
namespace {

void add_limits(const OptionTexts& limits, std::vector<std::string>& arguments) {
  for (const auto& [name, text] : limits) arguments.insert(arguments.end(), {"--" + name, text});
}

}  // namespace

void TuneSearch::read(const SearchPath& path, const OptionTexts& limits) {
  program_.reset();
  flow_ = path.flow;
  folder_ = path.folder.empty() ? rows_.path().toStdString() : path.folder;
  failed_ = path.folder.empty() ? write_rows(path) : "";
  if (!failed_.empty()) return;
  std::vector<std::string> arguments{"--dry-run"};
  add_limits(limits, arguments);
  run(arguments, BackgroundProgram::Share::usual);  // somebody waits for it
}

std::string TuneSearch::write_rows(const SearchPath& path) {
  std::ofstream telemetry(folder_ + "/telemetry.csv", std::ios::trunc);
  telemetry << csv_header();
  for (const Sample& row : path.rows) telemetry << csv_row(row);
  telemetry.close();
  std::ofstream run(folder_ + "/run.json", std::ios::trunc);
  nlohmann::json configuration = nlohmann::json::object();
  if (path.link) configuration["link"] = link_text(*path.link);
  run << nlohmann::json{{"configuration", configuration}}.dump();
  run.close();
  if (rows_.isValid() && telemetry && run) return {};
  return "Cannot write the last minute of the call into '" + folder_ + "': is there space left?";
}

void TuneSearch::start(const SearchRequest& request) { run(search_arguments(request), BackgroundProgram::Share::idle); }

void TuneSearch::run(const std::vector<std::string>& more, BackgroundProgram::Share share) {
  std::vector<std::string> arguments{"tune", folder_, "--flow", flow_, "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  program_ = std::make_unique<BackgroundProgram>(arguments, share);
}

SearchUpdates TuneSearch::poll() {
  SearchUpdates updates;
  updates.failed = std::exchange(failed_, {});
  if (!program_) return updates;
  const bool ended = program_->ended();  // before its lines are taken: none comes after them
  for (const std::string& line : program_->take_lines()) (void)read_search_line(line, updates);
  if (!ended) return updates;
  updates.failed = program_->error();
  program_.reset();
  return updates;
}

std::vector<std::string> search_arguments(const SearchRequest& request) {
  const std::string& controller = request.tuning.controller;
  std::vector<std::string> arguments{"--controller", controller,      "--goal",
                                     request.goal,   "--evaluations", std::to_string(request.trials)};
  for (const auto& [key, text] : request.tuning.settings) {
    if (key.starts_with(controller + '.')) arguments.insert(arguments.end(), {"--set", key + '=' + text});
  }
  add_limits(request.limits, arguments);
  return arguments;
}

}  // namespace evenkeel
