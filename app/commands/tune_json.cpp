#include "app/commands/tune_json.h"

#include <nlohmann/json.hpp>

namespace evenkeel {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const tuning::PathMeasure& measure) { return {{"use", measure.use}, {"queueP95", measure.queue_p95_ms}}; }

const char* name_of(tuning::TuningStage stage) {
  switch (stage) {
    case tuning::TuningStage::global:
      return "global";
    case tuning::TuningStage::local:
      return "local";
    case tuning::TuningStage::unseen:
      break;
  }
  return "unseen";
}

std::string line_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

Json json_of(const tuning::TuningPoint& point) {
  Json parameters = Json::object();
  for (const auto& [name, text] : point.settings) parameters[name] = text;
  return {{"measure", json_of(point.measure)}, {"cost", point.cost}, {"parameters", parameters}};
}

Json json_of(const std::vector<tuning::PathMeasure>& calls) {
  Json list = Json::array();
  for (const tuning::PathMeasure& call : calls) list.push_back(json_of(call));
  return list;
}

std::string path_line(const std::string& text) { return line_of({{"path", text}}); }

std::string progress_line(const tuning::TuningProgress& progress) {
  Json json{{"tried", progress.tried}, {"planned", progress.planned}, {"stage", name_of(progress.stage)}};
  json.update(json_of(progress.last));
  return line_of(json);
}

std::string result_line(const tuning::TuningResult& result) {
  if (result.stopped) return line_of({{"interrupted", true}});
  return line_of({{"better", result.better},
                  {"callsEach", result.best_unseen.size()},
                  {"nowOnOtherCalls", json_of(tuning::mean_of(result.now_unseen))},
                  {"bestOnOtherCalls", json_of(tuning::mean_of(result.best_unseen))}});
}

}  // namespace evenkeel
