#include "app/call/run_description.h"

#include <nlohmann/json.hpp>

#include "app/cli/call_place.h"
#include "app/version/program_version.h"
#include "core/parameters/parameter_list.h"

namespace evenkeel {
namespace {

using Json = nlohmann::ordered_json;

Json parameters_of(Tunable& object) {
  Json json = Json::object();
  for (const ParameterValue& p : list_parameters(object)) json[std::string(p.info.name)] = p.text;
  return json;
}

}  // namespace

Json describe_run(const CallOptions& options, const std::vector<std::string>& command_line) {
  Json configuration;
  for (const OptionSpec& spec : option_specs()) {
    if (const auto value = spec.get(options)) configuration[spec.name] = *value;
  }
  Algorithms algorithms = make_algorithms(options);
  configuration[std::string(algorithms.controller->name())] = parameters_of(*algorithms.controller);
  configuration[std::string(algorithms.send_loop->name())] = parameters_of(*algorithms.send_loop);
  configuration[std::string(algorithms.recovery.name())] = parameters_of(algorithms.recovery);
  Json json = describe_program("evenkeel", commit(), without_secrets(command_line));
  json["configuration"] = configuration;
  json["seed"] = options.seed;
  return json;
}

}  // namespace evenkeel
