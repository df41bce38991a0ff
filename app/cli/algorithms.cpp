#include <algorithm>
#include <map>

#include "app/cli/call_options.h"
#include "app/cli/link_options.h"
#include "core/control/factory/controller_factory.h"
#include "core/control/shadow_controllers.h"
#include "core/pacing/pacer_factory.h"
#include "core/parameters/parameter_list.h"

namespace evenkeel {
namespace {

std::string join(std::span<const std::string_view> names) {
  std::string text;
  for (const auto name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

bool known(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Algorithms failed(std::string error) {
  Algorithms none;
  none.error = std::move(error);
  return none;
}

/// Returns null where no algorithm has this name.
std::unique_ptr<Tunable> make_tunable(const std::string& name) {
  if (known(controller_names(), name)) return make_controller(name);
  if (known(pacer_names(), name)) return make_pacer(name);
  if (name == RecoveryParameters().name()) return std::make_unique<RecoveryParameters>();
  return nullptr;
}

/// Settings of algorithms that are not in use are checked too: a mistyped name must not pass unnoticed.
std::string apply_setting(const std::string& key, const std::string& value, Algorithms& in_use) {
  const auto dot = key.find('.');
  const std::string name = key.substr(0, dot);
  const std::string parameter = key.substr(dot + 1);
  std::unique_ptr<Tunable> spare;
  Tunable* target = nullptr;
  if (known(controller_names(), name)) {
    if (in_use.controller->name() != name) spare = make_controller(name);
    target = spare ? spare.get() : static_cast<Tunable*>(in_use.controller.get());
  } else if (known(pacer_names(), name)) {
    if (in_use.send_loop->name() != name) spare = make_pacer(name);
    target = spare ? spare.get() : static_cast<Tunable*>(in_use.send_loop.get());
  } else if (name == in_use.recovery.name()) {
    target = &in_use.recovery;
  } else {
    return "There is no '" + name + "' to set: known are " + join(controller_names()) + ", " + join(pacer_names()) +
           ", " + std::string(in_use.recovery.name()) + ".";
  }
  return set_parameter(*target, parameter, value);
}

Parsed<Capacity> capacity_of(const CallOptions& options) {
  if (options.link_schedule) return parse_schedule(*options.link_schedule);
  return options.trace ? Parsed<Capacity>{*options.trace, ""} : read_trace(*options.link_trace);
}

}  // namespace

std::vector<std::string> shadow_names(const CallOptions& options) {
  std::vector<std::string> names;
  if (!options.shadow) return names;
  for (const char c : *options.shadow + ',') {
    if (names.empty()) names.emplace_back();
    if (c == ',') {
      names.emplace_back();
    } else {
      names.back() += c;
    }
  }
  names.pop_back();
  return names;
}

Algorithms make_algorithms(const CallOptions& options) {
  Algorithms made;
  made.controller = make_controller(options.controller);
  if (!made.controller) {
    return failed("There is no controller '" + options.controller + "': known are " + join(controller_names()) + ".");
  }
  made.send_loop = make_pacer(options.send_loop);
  if (!made.send_loop) {
    return failed("There is no send loop '" + options.send_loop + "': known are " + join(pacer_names()) + ".");
  }
  for (const auto& [key, value] : options.settings) {
    const std::string error = apply_setting(key, value, made);
    if (!error.empty()) return failed(error);
  }
  return made;
}

Parsed<std::vector<std::unique_ptr<RateController>>> make_shadows(const CallOptions& options) {
  std::vector<std::unique_ptr<RateController>> shadows;
  for (const std::string& name : shadow_names(options)) {
    const auto same = [&](const auto& shadow) { return shadow->name() == name; };
    if (std::any_of(shadows.begin(), shadows.end(), same)) return {std::nullopt, "--shadow names " + name + " twice."};
    if (shadows.size() == ShadowControllers::max_shadows) return {std::nullopt, "--shadow names more than three."};
    auto shadow = make_controller(name);
    if (!shadow) {
      return {std::nullopt,
              "--shadow: there is no controller '" + name + "': known are " + join(controller_names()) + "."};
    }
    for (const auto& [key, value] : options.settings) {
      if (!key.starts_with(name + '.')) continue;
      const std::string error = set_parameter(*shadow, key.substr(name.size() + 1), value);
      if (!error.empty()) return {std::nullopt, error};
    }
    shadows.push_back(std::move(shadow));
  }
  return {std::move(shadows), ""};
}

std::string example_setting(const std::string& text) {
  const std::string key = text.substr(0, text.find('='));
  const auto dot = key.find('.');
  const auto target = dot == std::string::npos ? nullptr : make_tunable(key.substr(0, dot));
  if (target) {
    for (const ParameterValue& parameter : list_parameters(*target)) {
      if (parameter.info.name == key.substr(dot + 1)) return key + '=' + parameter.text;
    }
  }
  return "ldcc.w=20kbps";
}

bool can_be_set(const std::string& name) { return make_tunable(name) != nullptr; }

bool is_parameter(const std::string& key) {
  const auto dot = key.find('.');
  const auto target = dot == std::string::npos ? nullptr : make_tunable(key.substr(0, dot));
  if (!target) return false;
  return std::ranges::any_of(list_parameters(*target),
                             [&](const ParameterValue& p) { return p.info.name == key.substr(dot + 1); });
}

std::string unused_settings(const CallOptions& options) {
  std::vector<std::string_view> unused;
  const auto shadows = shadow_names(options);
  for (const auto& [key, value] : options.settings) {
    const std::string name = key.substr(0, key.find('.'));
    const bool used = name == options.controller || name == options.send_loop || name == RecoveryParameters().name() ||
                      std::find(shadows.begin(), shadows.end(), name) != shadows.end();
    if (!used) unused.push_back(key);
  }
  if (unused.empty()) return {};
  return "These settings have no effect on this call, which uses " + options.controller + " and " + options.send_loop +
         ": " + join(unused) + ".";
}

Parsed<std::optional<LinkConfig>> link_of(const CallOptions& options, const std::optional<LinkConfig>& fallback) {
  if (!options.link && !options.link_schedule && !options.link_trace) return {fallback, ""};
  LinkConfig base = fallback.value_or(LinkConfig{});
  auto link = options.link ? parse_link(*options.link, base) : Parsed<LinkConfig>{base, ""};
  if (!link) return {std::nullopt, link.error};
  link.value->seed = options.seed;
  if (options.link_schedule || options.link_trace) {
    auto capacity = capacity_of(options);
    if (!capacity) return {std::nullopt, capacity.error};
    link.value->capacity = std::move(*capacity.value);
  }
  return {std::optional(*link.value), ""};
}

}  // namespace evenkeel
