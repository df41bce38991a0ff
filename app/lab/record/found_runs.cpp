#include "app/lab/record/found_runs.h"

#include <algorithm>
#include <filesystem>

#include "app/lab/record/folder_reader.h"

namespace evenkeel::lab {
namespace {

namespace fs = std::filesystem;

bool is_run(const fs::path& folder) {
  std::error_code unknown;
  return fs::is_regular_file(folder / "run.json", unknown);
}

std::vector<fs::path> folders_in(const fs::path& folder) {
  std::vector<fs::path> all;
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    std::error_code unknown;
    if (at->is_directory(unknown)) all.push_back(at->path());
  }
  std::sort(all.begin(), all.end());
  return all;
}

class Search {
 public:
  /// Whether there was a run, finished or not.
  bool look(const fs::path& folder, int depth) {
    if (is_run(folder)) return take(folder);
    bool any = false;
    if (depth == 0) return any;
    for (const fs::path& inner : folders_in(folder)) any = look(inner, depth - 1) || any;
    return any;
  }

  FoundRuns found;

 private:
  bool take(const fs::path& folder) {
    std::error_code unknown;
    if (folder.extension() == ".part" || !fs::is_regular_file(folder / "summary.json", unknown)) {
      found.unfinished.push_back(folder.string());
      return true;
    }
    const std::string id = scenario_of(folder.string());
    const std::string parent = folder.parent_path().string();
    auto& all = found.scenarios;
    auto place = std::find_if(all.begin(), all.end(), [&](auto& s) { return s.id == id && s.folder == parent; });
    if (place == all.end()) place = all.insert(all.end(), FoundScenario{id, parent, {}});
    const bool known = std::find(place->runs.begin(), place->runs.end(), folder.string()) != place->runs.end();
    if (!known) place->runs.push_back(folder.string());
    return true;
  }
};

fs::path without_slash(const std::string& text) {
  const fs::path path = fs::path(text).lexically_normal();
  return path.has_filename() || !path.has_parent_path() ? path : path.parent_path();
}

}  // namespace

FoundRuns find_runs(const std::vector<std::string>& folders) {
  Search search;
  for (const std::string& folder : folders) {
    if (search.look(without_slash(folder), 2)) continue;
    std::error_code unknown;
    const bool there = fs::is_directory(folder, unknown);
    search.found.error = there ? "There is no run in '" + folder + "': give a folder that 'evenkeel-sim run' wrote."
                               : "There is no folder '" + folder + "'.";
    break;
  }
  return std::move(search.found);
}

}  // namespace evenkeel::lab
