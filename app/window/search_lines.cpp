#include "app/window/search_lines.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace evenkeel {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// Nullopt where there is no finite number that is not negative.
std::optional<double> number(const OrderedJson& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_number()) return std::nullopt;
  const auto value = found->get<double>();
  return std::isfinite(value) && value >= 0 ? std::optional(value) : std::nullopt;
}

struct Measure {
  double use = 0;
  double queue_p95_ms = 0;
};

std::optional<Measure> measure(const OrderedJson& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_object()) return std::nullopt;
  const auto use = number(*found, "use");
  const auto queue = number(*found, "queueP95");
  return use && queue ? std::optional(Measure{*use, *queue}) : std::nullopt;
}

std::optional<ParameterTexts> parameters(const OrderedJson& json) {
  const auto found = json.find("parameters");
  if (found == json.end() || !found->is_object()) return std::nullopt;
  ParameterTexts texts;
  for (const auto& [name, text] : found->items()) {
    if (!text.is_string()) return std::nullopt;
    texts.emplace_back(name, text.get<std::string>());
  }
  return texts;
}

bool read_tried(const OrderedJson& json, SearchUpdates& updates) {
  const auto planned = number(json, "planned");
  const auto measured = measure(json, "measure");
  const auto cost = number(json, "cost");
  auto texts = parameters(json);
  if (!planned || *planned > 1e6 || !measured || !cost || !texts) return false;
  updates.planned = static_cast<int>(*planned);
  const auto stage = json.find("stage");
  if (stage != json.end() && *stage == "unseen") {
    updates.compares = true;  // the set is one of those before
  } else {
    updates.tried.push_back({measured->use, measured->queue_p95_ms, *cost, std::move(*texts)});
  }
  return true;
}

bool read_verdict(const OrderedJson& json, SearchUpdates& updates) {
  const auto calls = number(json, "callsEach");
  const auto today = measure(json, "nowOnOtherCalls");
  const auto best = measure(json, "bestOnOtherCalls");
  if (!json["better"].is_boolean() || !calls || *calls > 1e6 || !today || !best) return false;
  updates.verdict = SearchVerdict{json["better"].get<bool>(), static_cast<int>(*calls), today->use, best->use,
                                  today->queue_p95_ms,        best->queue_p95_ms};
  return true;
}

}  // namespace

bool read_search_line(std::string_view line, SearchUpdates& updates) {
  const OrderedJson json = OrderedJson::parse(line, nullptr, false);
  if (!json.is_object()) return false;
  if (const auto path = json.find("path"); path != json.end() && path->is_string()) {
    updates.path = path->get<std::string>();
    return true;
  }
  if (json.contains("tried")) return read_tried(json, updates);
  return json.contains("better") && read_verdict(json, updates);
}

}  // namespace evenkeel
