#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/lab/tuning/find_parameters.h"

namespace evenkeel {

nlohmann::ordered_json json_of(const tuning::TuningPoint& point);
nlohmann::ordered_json json_of(const std::vector<tuning::PathMeasure>& calls);

// The lines of `evenkeel tune --json`, without their ends.

/// {"path": "2.5 Mbit/s (as the link had it), ..."}
std::string path_line(const std::string& text);
/// {"tried": 3, "planned": 200, "stage": "global", "measure": {"use": 0.95, "queueP95": 12.5}, "cost": 0.11,
/// "parameters": {"w": "20kbps", ...}}: the set tried last, with the milliseconds of its queue. The first is that of
/// now. While the best is compared on other calls, the stage is "unseen", and the set is the best.
std::string progress_line(const tuning::TuningProgress& progress);
/// {"better": true, "callsEach": 10, "nowOnOtherCalls": {"use": ..., "queueP95": ...}, "bestOnOtherCalls": {...}}:
/// means over calls that the search did not see. Of a search that was stopped {"interrupted": true}.
std::string result_line(const tuning::TuningResult& result);

}  // namespace evenkeel
