#include <QComboBox>
#include <catch2/catch.hpp>

#include "app/cli/algorithm_catalog.h"
#include "gui/panels/presets.h"
#include "gui/panels/tuning_panel.h"
#include "tests/gui/accessibility.h"
#include "tests/gui/fake_catalog.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("every preset is one that the program has, and no two are alike") {
  const auto catalog = make_algorithm_catalog();
  const auto all = presets(*catalog);
  REQUIRE(all.size() == 5);
  std::vector<TuningState> states;
  for (const Preset& preset : all) {
    INFO(preset.words.toStdString());
    CHECK_FALSE(preset.meaning.isEmpty());
    for (const auto& [key, text] : preset.settings) CHECK(catalog->check(key, text) == "");
    TuningModel model(*catalog, TuningState{"fixed", "token-bucket", {}});
    CHECK(model.replace(with_preset(model.state(), preset)) == "");
    CHECK(std::ranges::count(states, model.state()) == 0);
    states.push_back(model.state());
  }
}

TEST_CASE("a preset whose controller there is not is not offered") {
  FakeCatalog catalog;
  const auto few = presets(catalog);
  REQUIRE(few.size() == 2);
  CHECK(few[0].words == "As published: LDCC");
}

TEST_CASE("a preset resets what it chooses, and nothing else") {
  const TuningState before{"arc", "plain", {{"ldcc.T_r", "80ms"}, {"rmc.k_r", "0.5"}, {"arc.k", "1"}}};
  const Preset preset{"", "", "ldcc", "rmc", {{"ldcc.w", "30kbps"}}};
  CHECK(with_preset(before, preset) == TuningState{"ldcc", "rmc", {{"ldcc.w", "30kbps"}, {"arc.k", "1"}}});
}

TEST_CASE("the tuning panel shows which preset holds, and takes another at once") {
  FakeCatalog catalog;
  TuningModel model{catalog, TuningState{"ldcc", "rmc", {}}};
  TuningPanel panel{catalog, model};
  auto& choice = *find_control<QComboBox>(panel, "Preset");
  CHECK(choice.currentText() == "As published: LDCC");
  CHECK(choice.toolTip().contains("80 % of it after 13 s"));
  REQUIRE(model.set("ldcc.T_r", "80ms").isEmpty());
  CHECK(choice.currentText() == "Your own");
  choice.setCurrentText("As published: ARC");
  Q_EMIT choice.activated(choice.currentIndex());
  CHECK(model.state() == TuningState{"arc", "rmc", {{"ldcc.T_r", "80ms"}}});
  model.undo_stack().undo();
  CHECK(model.state() == TuningState{"ldcc", "rmc", {{"ldcc.T_r", "80ms"}}});
  CHECK(choice.currentText() == "Your own");
  choice.setCurrentIndex(0);
  Q_EMIT choice.activated(0);
  model.reset_all();
  CHECK(choice.currentText() == "As published: LDCC");
}
