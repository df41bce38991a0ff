#include <QSignalSpy>
#include <catch2/catch.hpp>

#include "gui/panels/tuning_model.h"
#include "tests/gui/fake_catalog.h"

using namespace evenkeel;
using test::FakeCatalog;
using Settings = std::map<std::string, std::string>;

namespace {

struct Fixture {
  FakeCatalog catalog;
  TuningModel model{catalog, TuningState{}};
};

}  // namespace

TEST_CASE("without settings every parameter has its default") {
  Fixture f;
  CHECK(f.model.text_of("ldcc.T_r") == "100ms");
  CHECK(f.model.value_of("ldcc.T_r") == 0.1);
  CHECK(f.model.is_default("ldcc.T_r"));
  CHECK(f.model.is_all_default());
  CHECK(f.model.parameter("ldcc.none") == nullptr);
  CHECK(f.model.text_of("nothing") == "");
}

TEST_CASE("a change is reported, kept, undone and redone") {
  Fixture f;
  const QSignalSpy told(&f.model, &TuningModel::parameter_changed);
  CHECK(f.model.set("ldcc.T_r", "80ms") == "");
  CHECK(f.model.state().settings == Settings{{"ldcc.T_r", "80ms"}});
  CHECK(f.model.undo_stack().undoText() == "set T_r to 80 ms");
  f.model.undo_stack().undo();
  CHECK(f.model.state().settings.empty());
  f.model.undo_stack().redo();
  CHECK(f.model.value_of("ldcc.T_r") == 0.08);
  REQUIRE(told.count() == 3);
  CHECK(told[0] == QVariantList{"ldcc.T_r", "80ms"});
  CHECK(told[1] == QVariantList{"ldcc.T_r", "100ms"});
  CHECK(told[2] == QVariantList{"ldcc.T_r", "80ms"});
}

TEST_CASE("a wrong text changes nothing and is answered by a sentence") {
  Fixture f;
  const QSignalSpy changed(&f.model, &TuningModel::changed);
  CHECK(f.model.set("ldcc.T_r", "80parsec").contains("unknown unit 'parsec'"));
  CHECK(f.model.set("ldcc.T_r", "80s").contains("outside the range"));
  CHECK(f.model.set("ldcc.none", "1").contains("has no parameter 'none'"));
  CHECK(f.model.set("none", "1").contains("no algorithm"));
  CHECK(changed.count() == 0);
  CHECK(f.model.undo_stack().count() == 0);
}

TEST_CASE("values are compared, not texts") {
  Fixture f;
  CHECK(f.model.set("ldcc.T_r", " 0.1s ") == "");
  CHECK(f.model.set("ldcc.eta", "40%") == "");
  CHECK(f.model.state().settings.empty());
  CHECK(f.model.undo_stack().count() == 0);
  CHECK(f.model.set("ldcc.T_r", "0.08 s") == "");
  CHECK(f.model.text_of("ldcc.T_r") == "80ms");
}

TEST_CASE("one drag is one step to undo") {
  Fixture f;
  f.model.set("ldcc.T_r", "90ms", 1);
  f.model.set("ldcc.T_r", "85ms", 1);
  f.model.set("ldcc.T_r", "80ms", 1);
  CHECK(f.model.undo_stack().count() == 1);
  CHECK(f.model.undo_stack().undoText() == "set T_r to 80 ms");

  f.model.set("ldcc.T_r", "70ms", 2);  // another drag
  f.model.set("ldcc.w", "30kbps", 2);  // another key
  f.model.set("ldcc.w", "40kbps");     // typed
  f.model.set("ldcc.w", "50kbps");
  CHECK(f.model.undo_stack().count() == 5);
  for (int i = 0; i < 4; ++i) f.model.undo_stack().undo();
  CHECK(f.model.state().settings == Settings{{"ldcc.T_r", "80ms"}});
  f.model.undo_stack().undo();
  CHECK(f.model.state().settings.empty());
}

TEST_CASE("a drag that returns to where it began leaves nothing to undo") {
  Fixture f;
  f.model.set("ldcc.T_r", "90ms", 1);
  f.model.set("ldcc.T_r", "100ms", 1);
  CHECK(f.model.undo_stack().count() == 0);
  CHECK(f.model.state().settings.empty());
}

TEST_CASE("algorithms are chosen by name, undone, and unknown ones refused") {
  Fixture f;
  const QSignalSpy controller(&f.model, &TuningModel::controller_changed);
  const QSignalSpy send_loop(&f.model, &TuningModel::send_loop_changed);
  f.model.choose_controller("arc");
  f.model.choose_controller("none");
  f.model.choose_send_loop("plain");
  f.model.choose_send_loop("none");
  CHECK(f.model.state() == TuningState{"arc", "plain", {}});
  f.model.undo_stack().undo();
  f.model.undo_stack().undo();
  CHECK(f.model.state() == TuningState{"ldcc", "rmc", {}});
  CHECK(controller.count() == 2);
  CHECK(send_loop.count() == 2);
}

TEST_CASE("back to the defaults: one parameter, or all that are in use") {
  Fixture f;
  f.model.set("ldcc.T_r", "80ms");
  f.model.set("ldcc.w", "30kbps");
  f.model.set("rmc.k_r", "0.5");
  f.model.set("arc.k", "1");
  f.model.set("recovery.attempts", "2");
  f.model.reset("ldcc.w");
  CHECK(f.model.undo_stack().undoText() == "set w back to 20 kbit/s");
  CHECK(f.model.is_default("ldcc.w"));
  const QSignalSpy told(&f.model, &TuningModel::parameter_changed);
  f.model.reset_all();
  CHECK(told.count() == 3);
  CHECK(f.model.state().settings == Settings{{"arc.k", "1"}});
  CHECK(f.model.is_all_default());
  f.model.undo_stack().undo();
  CHECK(f.model.text_of("rmc.k_r") == "0.5");
  CHECK(f.model.text_of("recovery.attempts") == "2");
  CHECK_FALSE(f.model.is_all_default());
}

TEST_CASE("a loaded state is one step, or nothing where it is wrong") {
  Fixture f;
  f.model.set("ldcc.w", "30kbps");
  CHECK(f.model.replace({"arc", "plain", {{"ldcc.T_r", "0.1s"}, {"arc.k", "1"}}}) == "");
  CHECK(f.model.state() == TuningState{"arc", "plain", {{"arc.k", "1"}}});
  f.model.undo_stack().undo();
  CHECK(f.model.state() == TuningState{"ldcc", "rmc", {{"ldcc.w", "30kbps"}}});

  CHECK(f.model.replace({"none", "rmc", {}}).contains("no controller 'none'"));
  CHECK(f.model.replace({"ldcc", "none", {}}).contains("no send loop 'none'"));
  CHECK(f.model.replace({"ldcc", "rmc", {{"ldcc.w", "30"}}}).contains("has no unit"));
  CHECK(f.model.state() == TuningState{"ldcc", "rmc", {{"ldcc.w", "30kbps"}}});
}

TEST_CASE("the first state is brought into its usual form") {
  const FakeCatalog catalog;
  const TuningModel model(catalog, {"arc", "plain", {{"ldcc.T_r", "0.08s"}, {"ldcc.w", "20kbps"}, {"bad", "1"}}});
  CHECK(model.state() == TuningState{"arc", "plain", {{"ldcc.T_r", "80ms"}}});
}
