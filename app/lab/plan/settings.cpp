#include "app/lab/plan/settings.h"

#include <memory>
#include <span>

#include "app/lab/plan/run_plan.h"
#include "core/control/factory/controller_factory.h"
#include "core/pacing/pacer_factory.h"
#include "core/parameters/parameter_list.h"

namespace evenkeel::lab {
namespace {

std::string joined(std::span<const std::string_view> names) {
  std::string text;
  for (const auto name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

std::unique_ptr<Tunable> make_algorithm(const std::string& name) {
  if (auto controller = make_controller(name)) return controller;
  return make_pacer(name);
}

std::string check_setting(const std::string& key, const std::string& value) {
  const auto dot = key.find('.');
  const auto object = make_algorithm(key.substr(0, dot));
  if (!object) {
    return "There is no '" + key.substr(0, dot) + "' to set: known are " + joined(controller_names()) + ", " +
           joined(pacer_names()) + ".";
  }
  return set_parameter(*object, dot == std::string::npos ? "" : key.substr(dot + 1), value);
}

}  // namespace

std::string apply_settings(Tunable& object, const Settings& settings) {
  const std::string prefix = std::string(object.name()) + '.';
  for (const auto& [key, value] : settings) {
    if (!key.starts_with(prefix)) continue;
    if (std::string error = set_parameter(object, key.substr(prefix.size()), value); !error.empty()) return error;
  }
  return {};
}

std::string check_choices(const Choices& choices) {
  if (!choices.controller.empty() && !make_controller(choices.controller)) {
    return "There is no controller '" + choices.controller + "': known are " + joined(controller_names()) + ".";
  }
  for (const auto& [key, value] : choices.settings) {
    if (std::string error = check_setting(key, value); !error.empty()) return error;
  }
  return {};
}

}  // namespace evenkeel::lab
