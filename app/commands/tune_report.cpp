#include "app/commands/tune_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/commands/tune_json.h"
#include "app/files/private_file.h"
#include "app/lab/claims/statistics.h"
#include "app/lab/claims/table.h"

namespace evenkeel {
namespace {

using Json = nlohmann::ordered_json;
using tuning::PathMeasure;
using tuning::Settings;
using tuning::TuningPoint;
using tuning::TuningResult;

std::vector<std::string> cells(const std::string& name, const PathMeasure& now, const PathMeasure& best) {
  return {name, cell(100 * now.use, 2), cell(100 * best.use, 2), cell(now.queue_p95_ms, 1), cell(best.queue_p95_ms, 1)};
}

Table comparison(const tuning::TuningRequest& request, const TuningResult& result) {
  Table table{"comparison",
              "Means over calls of " + request.controller,
              {"calls", "use now [%]", "use best [%]", "queue p95 now [ms]", "queue p95 best [ms]"},
              {cells(std::to_string(request.seeds) + " of the search", result.now.measure, result.best.measure)}};
  if (!result.now_unseen.empty()) {
    table.rows.push_back(cells(std::to_string(result.now_unseen.size()) + " others", tuning::mean_of(result.now_unseen),
                               tuning::mean_of(result.best_unseen)));
  }
  return table;
}

std::string text_of_setting(const Settings& settings, const std::string& name) {
  const auto found = std::find_if(settings.begin(), settings.end(), [&](const auto& s) { return s.first == name; });
  return found == settings.end() ? "" : found->second;
}

std::string verdict(const tuning::TuningRequest& request, const TuningResult& result) {
  if (result.stopped) return {};
  const std::string now = request.now.empty() ? "the defaults" : "the parameters of now";
  if (result.better) {
    return "On " + std::to_string(result.best_unseen.size()) +
           " calls that the search did not see, these are better than " + now + ".\n";
  }
  const std::string tried = std::to_string(result.tried.size() - 1) + " other sets";
  const bool nothing = changed_settings(result).empty();
  return (request.now.empty() ? "The defaults are" : "The parameters of now are") +
         std::string(" best for this goal: of ") + tried +
         (nothing ? " none was better.\n" : " the best of the search is not better on calls that it did not see.\n");
}

std::string which(const TuningPoint& point, const TuningResult& result) {
  if (point.settings == result.best.settings) return "best";
  return point.settings == result.now.settings ? "now" : "";
}

Table table_of(const std::string& name, const std::vector<TuningPoint>& points, const TuningResult& result) {
  Table table{name, "", {"point", "use", "queueP95 [ms]", "cost"}, {}};
  for (const auto& [parameter, text] : result.now.settings) table.columns.push_back(parameter);
  for (const TuningPoint& point : points) {
    auto& row = table.rows.emplace_back(std::vector<std::string>{
        which(point, result), cell(point.measure.use, 4), cell(point.measure.queue_p95_ms, 3), cell(point.cost, 5)});
    for (const auto& [parameter, text] : point.settings) row.push_back(text);
  }
  return table;
}

std::string write_file(const std::string& path, const std::string& text) {
  const std::error_code error = replace_file(path, text, Readers::by_umask);
  return error ? "Cannot write " + path + ": " + error.message() + "; choose another folder by --out." : "";
}

}  // namespace

Settings changed_settings(const TuningResult& result) {
  Settings changed;
  for (const auto& setting : result.best.settings) {
    if (text_of_setting(result.now.settings, setting.first) != setting.second) changed.push_back(setting);
  }
  return changed;
}

std::string tune_text(const tuning::TuningRequest& request, const TuningResult& result) {
  std::string text = text_of(comparison(request, result)) + '\n';
  for (const auto& [name, value] : changed_settings(result)) {
    text += "  " + request.controller + '.' + name + " = " + value + "  (now " +
            text_of_setting(result.now.settings, name) + ")\n";
  }
  if (!changed_settings(result).empty()) text += '\n';
  return text + verdict(request, result);
}

std::string written_text(const std::string& file, const TuningResult& result) {
  return result.better ? "Written to " + file + ", for --config." : "Nothing was written to " + file + '.';
}

std::string write_tune_files(const std::string& folder, Json run, const std::string& path,
                             const tuning::TuningRequest& request, const TuningResult& result) {
  run["path"] = path;
  run["now"] = json_of(result.now);
  run["best"] = json_of(result.best);
  run["better"] = result.better;
  run["interrupted"] = result.stopped;
  run["nowOnOtherCalls"] = json_of(result.now_unseen);
  run["bestOnOtherCalls"] = json_of(result.best_unseen);
  run["setsTried"] = result.tried.size();
  run["callsEach"] = request.seeds;
  std::string error = write_file(folder + "/tune.json", run.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  if (error.empty()) error = write_file(folder + "/front.csv", csv_of(table_of("front", result.front, result)));
  if (error.empty()) error = write_file(folder + "/tried.csv", csv_of(table_of("tried", result.tried, result)));
  return error;
}

}  // namespace evenkeel
