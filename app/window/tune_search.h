#pragma once

#include <QTemporaryDir>
#include <memory>

#include "app/window/background_program.h"
#include "gui/backend/parameter_search.h"

namespace evenkeel {

/// Has `evenkeel tune --json` search, in the background. The rows of a call go to it by a run folder that is removed
/// with this object.
class TuneSearch final : public ParameterSearch {
 public:
  void read(const SearchPath& path, const OptionTexts& limits) override;
  void start(const SearchRequest& request) override;
  void stop() override { program_.reset(); }
  SearchUpdates poll() override;

 private:
  std::string write_rows(const SearchPath& path);
  void run(const std::vector<std::string>& more, BackgroundProgram::Share share);

  QTemporaryDir rows_;  // of a call
  std::string folder_;
  std::string flow_;
  std::string failed_;  // to be told by poll()
  std::unique_ptr<BackgroundProgram> program_;
};

/// The command line of a search, without the program, the folder and the flow.
std::vector<std::string> search_arguments(const SearchRequest& request);

}  // namespace evenkeel
