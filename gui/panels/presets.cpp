#include "gui/panels/presets.h"

#include <QCoreApplication>
#include <algorithm>

namespace evenkeel {
namespace {

struct PresetWords {
  Q_DECLARE_TR_FUNCTIONS(evenkeel::Preset)
};

// Measured: docs/results/darc.md (cases a and d), docs/window.md.
std::vector<Preset> all_presets() {
  return {
      {PresetWords::tr("Fair beside downloads"),
       PresetWords::tr(
           "DARC: half of the link beside a download (49 % beside CUBIC); alone 99 % of 2.5 Mbps at a queue of 10 ms "
           "(p95). What calls begin with."),
       "darc", "rmc"},
      {PresetWords::tr("Lowest delay"),
       PresetWords::tr(
           "DARC with shorter queues of its own: on 2.5 Mbps 8.8 instead of 10.0 ms (p95) in the link and 38 instead "
           "of "
           "46 ms (mean) in the sender, for 1 % of the rate. Several calls on one link share a little less evenly."),
       "darc",
       "rmc",
       {{"darc.q_0", "2ms"}, {"darc.idle", "0.05"}}},
      {PresetWords::tr("Gives way to downloads"),
       PresetWords::tr(
           "GCC, as in WebRTC, by its draft: 7 % of the link beside CUBIC; alone 88 % of 2.5 Mbps at a queue of 8 ms "
           "(p95)."),
       "gcc", "rmc"},
      {PresetWords::tr("As published: LDCC"),
       PresetWords::tr(
           "The paper's values: one-way delay up to 100 ms costs nothing, 8 kbps more per round trip. Alone 96 % "
           "of 2.5 "
           "Mbps, 80 % of it after 13 s."),
       "ldcc", "rmc"},
      {PresetWords::tr("As published: ARC"),
       PresetWords::tr(
           "The paper's values: a window that grows by a packet each 300 ms. Alone 65 % of 2.5 Mbps, 80 % of it after "
           "53 s."),
       "arc", "rmc"},
  };
}

bool has(const std::vector<AlgorithmDescription>& algorithms, const std::string& name) {
  return std::ranges::find(algorithms, name, &AlgorithmDescription::name) != algorithms.end();
}

}  // namespace

std::vector<Preset> presets(const AlgorithmCatalog& catalog) {
  std::vector<Preset> all = all_presets();
  std::erase_if(all, [&](const Preset& preset) {
    return !has(catalog.controllers(), preset.controller) || !has(catalog.send_loops(), preset.send_loop);
  });
  return all;
}

TuningState with_preset(const TuningState& state, const Preset& preset) {
  TuningState after = state;
  after.controller = preset.controller;
  after.send_loop = preset.send_loop;
  std::erase_if(after.settings, [&](const auto& setting) {
    return setting.first.starts_with(preset.controller + '.') || setting.first.starts_with(preset.send_loop + '.');
  });
  after.settings.insert(preset.settings.begin(), preset.settings.end());
  return after;
}

}  // namespace evenkeel
