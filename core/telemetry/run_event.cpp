#include "core/telemetry/run_event.h"

#include <array>
#include <utility>

#include "core/telemetry/csv.h"

namespace evenkeel {
namespace {

constexpr std::array<std::pair<RunEvent::Kind, std::string_view>, 8> kinds{{
    {RunEvent::Kind::parameter, "parameter"},
    {RunEvent::Kind::algorithm, "algorithm"},
    {RunEvent::Kind::link, "link"},
    {RunEvent::Kind::camera, "camera"},
    {RunEvent::Kind::sound, "sound"},
    {RunEvent::Kind::call, "call"},
    {RunEvent::Kind::note, "note"},
    {RunEvent::Kind::problem, "problem"},
}};

constexpr int event_decimals = 3;  // as telemetry.csv

}  // namespace

std::string_view to_string(RunEvent::Kind kind) {
  for (const auto& [known, name] : kinds)
    if (known == kind) return name;
  return "note";
}

std::optional<RunEvent::Kind> run_event_kind(std::string_view name) {
  for (const auto& [kind, known] : kinds)
    if (known == name) return kind;
  return std::nullopt;
}

std::string event_csv_header() { return "time [s],kind,flow,text\n"; }

std::string event_csv_row(const RunEvent& event) {
  std::string line;
  append_csv_number(line, to_seconds(event.time), event_decimals);
  line += ',';
  line += to_string(event.kind);
  line += ',';
  line += event.flow.view();
  line += ',';
  append_csv_text(line, event.text);
  return line + '\n';
}

}  // namespace evenkeel
