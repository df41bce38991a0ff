#include "app/window/shadow_program.h"

#include "app/window/shadow_lines.h"

namespace evenkeel {

void ShadowProgram::start(const ReplayRequest& request) {
  std::string names;
  for (const std::string& name : request.controllers) names += (names.empty() ? "" : ",") + name;
  std::vector<std::string> arguments{"shadow", request.folder, "--flow", request.flow, "--shadow", names};
  for (const auto& [key, text] : request.settings) arguments.insert(arguments.end(), {"--set", key + '=' + text});
  for (const auto& [name, text] : request.limits) arguments.insert(arguments.end(), {"--" + name, text});
  controllers_ = request.controllers.size();
  rows_.clear();
  program_ = std::make_unique<BackgroundProgram>(arguments, BackgroundProgram::Share::usual);  // somebody waits for it
}

ReplayUpdates ShadowProgram::poll() {
  ReplayUpdates updates;
  if (!program_) return updates;
  const bool ended = program_->ended();  // before its lines are taken: none comes after them
  for (const std::string& line : program_->take_lines()) {
    if (const auto row = read_shadow_line(line, controllers_)) rows_.push_back(*row);
  }
  if (!ended) return updates;
  updates.failed = program_->error();
  updates.done = updates.failed.empty();
  if (updates.done) updates.rows = std::exchange(rows_, {});
  program_.reset();
  return updates;
}

}  // namespace evenkeel
