#pragma once

#include <QString>
#include <map>
#include <string>
#include <vector>

#include "gui/backend/algorithm_catalog.h"

namespace evenkeel {

/// A controller, a send loop and their parameters, named by what they are good for.
struct Preset {
  QString words;    ///< "Lowest delay"
  QString meaning;  ///< with what was measured of it
  std::string controller;
  std::string send_loop;
  std::map<std::string, std::string> settings = {};  ///< of the two, where they are not the defaults

  bool operator==(const Preset&) const = default;
};

/// Those whose controller and send loop the catalog has.
std::vector<Preset> presets(const AlgorithmCatalog& catalog);

/// The state with the preset's two algorithms and their parameters; those of loss recovery and of algorithms that the
/// preset does not choose stay.
TuningState with_preset(const TuningState& state, const Preset& preset);

}  // namespace evenkeel
