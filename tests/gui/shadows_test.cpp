#include <QMenu>
#include <catch2/catch.hpp>

#include "gui/panels/shadow_choice.h"
#include "gui/plots/time_plot.h"
#include "tests/gui/window_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// The names of the curves that the legend of the rate plot shows.
QStringList rate_curves(MainWindow& window) {
  QStringList names;
  for (TimePlot* plot : window.findChildren<TimePlot*>()) {
    if (plot->spec().id != "rate") continue;
    for (std::size_t i : plot->legend().order())
      if (!plot->legend().item(i).isHidden()) names << plot->legend().item(i).text();
  }
  return names;
}

std::vector<ReplayRow> replayed() {
  std::vector<ReplayRow> rows;
  for (int i = 0; i < 200; ++i) rows.push_back({i * 100ms + 40ms, {1e6, 2e6, 0}});
  return rows;
}

struct RunFixture : WindowFixture {
  RunFixture() {
    runs["/runs/a"] = recorded_run("a", "80ms");
    window->dialogs().folder = [](auto&&...) { return QString("/runs/a"); };
    press(Qt::Key_O, Qt::ControlModifier);
    wait_for_runs();
  }
  ShadowChoice& choice() {
    for (ShadowChoice* one : window->findChildren<ShadowChoice*>())
      if (one->isVisible()) return *one;
    throw std::runtime_error("no choice of shadows");
  }
  void answer(ReplayUpdates updates) {
    replays->next = std::move(updates);
    REQUIRE(QTest::qWaitFor([&] { return !replays->next.done && replays->next.failed.empty(); }));
    QCoreApplication::processEvents();
  }
  const RunData& run() { return *window->plot_pane().plots().runs().front(); }
};

}  // namespace

TEST_CASE("shadows: up to three are chosen, and the others cannot be then") {
  std::vector<AlgorithmDescription> controllers(5);
  for (int i = 0; i < 5; ++i)
    controllers[static_cast<std::size_t>(i)].name = std::string(1, static_cast<char>('a' + i));
  ShadowChoice choice(controllers);
  CHECK(choice.text() == "none");
  QStringList told;
  QObject::connect(&choice, &ShadowChoice::chosen, [&](const QStringList& names) { told = names; });
  for (const char* name : {"b", "d", "a", "c"}) choice.toggle(name);
  CHECK(choice.names() == QStringList{"b", "d", "a"});
  CHECK(choice.text() == "b, d, a");
  const auto actions = choice.menu()->actions();
  CHECK(actions[1]->isChecked());
  CHECK_FALSE(actions[2]->isEnabled());
  actions[3]->trigger();
  CHECK(told == QStringList{"b", "a"});
  CHECK(actions[2]->isEnabled());
}

TEST_CASE("shadows: those chosen in a call are sent to it and to the next, and drawn by their names") {
  WindowFixture f;
  f.begin_demo();
  CHECK(rate_curves(*f.window).filter("not in the loop").isEmpty());
  f.window->tuning_panel().shadows().toggle("arc");
  REQUIRE(f.calls.sent<SetShadows>().size() == 1);
  CHECK(f.calls.sent<SetShadows>()[0].names == std::vector<std::string>{"arc"});
  auto samples = twenty_seconds();
  for (Sample& sample : samples) {
    sample.time += 20s;
    sample.shadow_target_1_bps = 1e6;
  }
  f.calls.next.samples = samples;
  CallStatus status = status_of(CallStatus::Phase::in_call);
  status.shadows = {"arc"};
  f.set_status(status);
  CHECK(QTest::qWaitFor([&] { return rate_curves(*f.window).contains("arc (not in the loop)"); }));
  f.set_status(status_of(CallStatus::Phase::ended, "You hung up."));
  f.control<Button>("Run the demo again").click();
  CHECK(f.calls.sent<StartCall>().back().shadows == std::vector<std::string>{"arc"});
}

TEST_CASE("shadows: those of the command line are shown until others are chosen") {
  WindowFixture f;
  f.begin_demo();
  CHECK_FALSE(f.calls.sent<StartCall>()[0].shadows);
  CallStatus status = status_of(CallStatus::Phase::in_call);
  status.shadows = {"ldcc", "arc"};
  f.set_status(status);
  CHECK(QTest::qWaitFor([&] { return f.window->tuning_panel().shadows().text() == "ldcc, arc"; }));
  f.window->tuning_panel().shadows().toggle("ldcc");
  f.poll();
  CHECK(f.window->tuning_panel().shadows().text() == "arc");
}

TEST_CASE("shadows: of a recorded run they are computed in the background and put into its rows") {
  RunFixture f;
  f.choice().toggle("arc");
  f.choice().toggle("ldcc");
  REQUIRE(f.replays->started.size() == 2);
  CHECK(f.replays->alive == 1);
  const ReplayRequest& asked = f.replays->started[1];
  CHECK(asked.folder == "/runs/a");
  CHECK(asked.controllers == std::vector<std::string>{"arc", "ldcc"});
  CHECK(asked.settings == std::vector<std::pair<std::string, std::string>>{{"ldcc.T_r", "80ms"}});
  CHECK(rate_curves(*f.window).filter("not in the loop").isEmpty());
  const std::size_t rows = f.run().store.rows("a-b");
  f.answer({.rows = replayed(), .done = true});
  CHECK(f.replays->alive == 0);
  CHECK(f.run().store.rows("a-b") == rows);
  CHECK(f.run().store.row_at("a-b", 10s)->shadow_target_2_bps == 2e6);
  CHECK(rate_curves(*f.window).filter("not in the loop").size() == 2);
  f.choice().toggle("arc");
  f.answer({.rows = replayed(), .done = true});
  CHECK(rate_curves(*f.window).filter("not in the loop") == QStringList{"ldcc (not in the loop)"});
  f.choice().toggle("ldcc");
  CHECK(rate_curves(*f.window).filter("not in the loop").isEmpty());
}

TEST_CASE("shadows: of one flow they do not name those of the other") {
  RunFixture f;
  f.choice().toggle("arc");
  f.answer({.rows = replayed(), .done = true});
  CHECK(f.run().shadows.names("a-b", 1) == std::vector<std::string>{"arc"});
  CHECK(f.run().shadows.names("b-a", 1).empty());
  auto& flow = f.control<QComboBox>("Direction shown");
  flow.setCurrentIndex(flow.findData("b-a"));
  f.window->plot_pane().plots().refresh();
  CHECK(rate_curves(*f.window).filter("not in the loop").isEmpty());
  CHECK(f.choice().text() == "none");
}

TEST_CASE("shadows: a curve is named after all that it was of, one after the other") {
  WindowFixture f;
  RunData run = recorded_run("a", "80ms");
  run.shadows.change({}, {"arc"});
  run.shadows.change(5s, {"ldcc"});
  for (int i = 0; i < 200; ++i) {
    Sample row;
    row.time = i * 100ms;
    row.flow = "a-b";
    row.shadow_target_1_bps = 1e6;
    run.store.add(row);
  }
  f.window->launch({.runs = {{"/runs/a", std::move(run), ""}}});
  CHECK(QTest::qWaitFor([&] { return rate_curves(*f.window).contains("arc, then ldcc (not in the loop)"); }));
}

TEST_CASE("shadows: Save writes those that are chosen, and Load takes those of a file in their place") {
  WindowFixture f;
  f.begin_demo();
  ShadowChoice& choice = f.window->tuning_panel().shadows();
  choice.toggle("arc");
  f.window->dialogs().file_to_save = [](auto&&...) { return QString("/files/mine.toml"); };
  f.press(Qt::Key_S, Qt::ControlModifier);
  REQUIRE(f.configurations.contains("/files/mine.toml"));
  CHECK(f.configurations["/files/mine.toml"].shadows == std::vector<std::string>{"arc"});
  f.configurations["/files/other.toml"] = f.configurations["/files/mine.toml"];
  f.configurations["/files/other.toml"].shadows = {"ldcc"};
  f.window->dialogs().file_to_open = [](auto&&...) { return QString("/files/other.toml"); };
  f.press(Qt::Key_L, Qt::ControlModifier);
  CHECK(choice.text() == "ldcc");
  CHECK(f.calls.sent<SetShadows>().back().names == std::vector<std::string>{"ldcc"});
  f.set_status(status_of(CallStatus::Phase::ended, "You hung up."));
  f.control<Button>("Run the demo again").click();
  CHECK(f.calls.sent<StartCall>().back().shadows == std::vector<std::string>{"ldcc"});
}

TEST_CASE("shadows: a run without packets is said so in one sentence, and has none") {
  RunFixture f;
  f.choice().toggle("arc");
  f.answer({.failed = "The run '/runs/a' has no packets of its flow a-b: record one with --packets."});
  CHECK(f.message() == "The run '/runs/a' has no packets of its flow a-b: record one with --packets.");
  CHECK(f.choice().text() == "none");
  f.choice().toggle("arc");
  f.window->close();
  f.window.reset();
  CHECK(f.replays->alive == 0);
}
