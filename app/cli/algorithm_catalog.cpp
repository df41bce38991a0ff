#include "app/cli/algorithm_catalog.h"

#include <algorithm>

#include "core/control/factory/controller_factory.h"
#include "core/pacing/pacer_factory.h"
#include "core/theory/predictions.h"

namespace evenkeel {
namespace {

std::unique_ptr<Tunable> make_algorithm(const std::string& name) {
  if (auto controller = make_controller(name)) return controller;
  if (auto send_loop = make_pacer(name)) return send_loop;
  auto recovery = std::make_unique<RecoveryParameters>();
  if (name == recovery->name()) return recovery;
  return nullptr;
}

AlgorithmDescription describe(Tunable& object) {
  return {std::string(object.name()), std::string(object.summary()), list_parameters(object),
          law_terms_of(std::string(object.name()))};
}

class Catalog final : public AlgorithmCatalog {
 public:
  Catalog() {
    for (const auto name : controller_names()) controllers_.push_back(describe(*make_controller(name)));
    for (const auto name : pacer_names()) send_loops_.push_back(describe(*make_pacer(name)));
    RecoveryParameters parameters;
    recovery_ = describe(parameters);
  }

  const std::vector<AlgorithmDescription>& controllers() const override { return controllers_; }
  const std::vector<AlgorithmDescription>& send_loops() const override { return send_loops_; }
  const AlgorithmDescription& recovery() const override { return recovery_; }

  std::string check(const std::string& key, const std::string& text) const override {
    CallOptions options;
    options.settings.emplace_back(key, text);
    return make_algorithms(options).error;
  }

  std::optional<double> value_of(const std::string& key, const std::string& text) const override {
    const auto dot = key.find('.');
    if (dot == std::string::npos) return std::nullopt;
    const auto object = make_algorithm(key.substr(0, dot));
    const std::string name = key.substr(dot + 1);
    if (!object || !set_parameter(*object, name, text).empty()) return std::nullopt;
    const auto all = list_parameters(*object);
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& p) { return p.info.name == name; });
    return found == all.end() ? std::nullopt : std::optional(found->value);
  }

  Theory theory(const TuningState& tuning, const PathConditions& path) const override {
    CallOptions options;
    apply_tuning(tuning, options);
    const Algorithms made = make_algorithms(options);
    if (!made.error.empty()) return {};
    return {predictions(*made.controller, path), predictions(*made.send_loop, path)};
  }

 private:
  std::vector<AlgorithmDescription> controllers_;
  std::vector<AlgorithmDescription> send_loops_;
  AlgorithmDescription recovery_;
};

}  // namespace

std::unique_ptr<AlgorithmCatalog> make_algorithm_catalog() { return std::make_unique<Catalog>(); }

std::vector<std::string> law_terms_of(const std::string& controller) {
  std::vector<std::string> names;
  const auto object = make_controller(controller);
  if (!object) return names;
  for (const LawTerm& term : object->terms()) {
    names.push_back(std::string(term.name) + (term.unit.empty() ? "" : " [" + std::string(term.unit) + "]"));
  }
  return names;
}

TuningState tuning_of(const CallOptions& options) {
  TuningState tuning{options.controller, options.send_loop, {}};
  for (const auto& [key, text] : options.settings) tuning.settings[key] = text;
  return tuning;
}

void apply_tuning(const TuningState& tuning, CallOptions& options) {
  options.controller = tuning.controller;
  options.send_loop = tuning.send_loop;
  options.settings.assign(tuning.settings.begin(), tuning.settings.end());
}

}  // namespace evenkeel
