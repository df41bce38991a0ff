#include <catch2/catch.hpp>

#include "gui/panels/shadow_choice.h"
#include "tests/gui_system/call_fixture.h"
#include "tests/gui_system/look.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

std::optional<double> last(const RunData& run, std::optional<double> Sample::*member) {
  const auto row = run.store.last_row("a-b");
  return row ? (*row).*member : std::nullopt;
}

}  // namespace

TEST_CASE("shadows come and go in a running demo") {
  CallOptions options = small_pictures();
  options.video = {1280, 720, 30};
  options.controller = "ldcc";
  CallFixture f(options);
  f.start_demo();
  f.run_until(2s);
  CHECK_FALSE(last(f.live(), &Sample::shadow_target_1_bps));
  ShadowChoice& choice = f.window->tuning_panel().shadows();
  choice.toggle("ldcc");
  choice.toggle("gcc");
  REQUIRE(f.within(5s, [&] { return last(f.live(), &Sample::shadow_target_2_bps).has_value(); }));
  CHECK(f.live().shadows.last("a-b") == std::vector<std::string>{"ldcc", "gcc"});
  f.run_until(std::getenv("EVENKEEL_LOOK") != nullptr ? 30s : 8s);
  keep_look(*f.window, *f.window, "lab-shadows");
  choice.toggle("gcc");
  choice.toggle("ldcc");
  CHECK(f.within(5s, [&] { return f.live().shadows.last("a-b").empty(); }));
  f.run_until(f.live().store.extent().to + 1s);
  CHECK_FALSE(last(f.live(), &Sample::shadow_target_1_bps));
}

TEST_CASE("controllers watch a run that is over, from its packets") {
  const QTemporaryDir folder;
  CallOptions options = recorded(folder);
  options.packets = GENERATE(true, false);
  CallFixture f(options);
  f.start_demo();
  f.run_until(5s);
  f.hang_up();
  f.window->dialogs().folder = [&](auto&&...) { return folder.filePath("run"); };
  QTest::keyClick(f.window.get(), Qt::Key_O, Qt::ControlModifier);
  REQUIRE(f.within(10s, [&] { return !f.window->opens_runs(); }));
  REQUIRE(f.within(5s, [&] {
    return f.window->plot_pane().plots().runs().size() == 1 && !f.in_call() &&
           f.window->plot_pane().plots().runs()[0]->name == "run";
  }));
  ShadowChoice* choice = nullptr;
  for (ShadowChoice* one : f.window->findChildren<ShadowChoice*>())
    if (one->isVisible()) choice = one;
  REQUIRE(choice != nullptr);
  choice->toggle("arc");
  const RunData& run = *f.window->plot_pane().plots().runs()[0];
  if (options.packets) {
    CHECK(f.within(15s, [&] { return run.shadows.last("a-b") == std::vector<std::string>{"arc"}; }));
    CHECK(last(run, &Sample::shadow_target_1_bps).has_value());
    keep_look(*f.window, *f.window, "run-shadows");
  } else {
    CHECK(f.within(15s, [&] { return f.window->messages().message().contains("record one with --packets"); }));
    CHECK(run.shadows.last("a-b").empty());
    CHECK(choice->text() == "none");
  }
}
