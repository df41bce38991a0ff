#include <QComboBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>
#include <catch2/catch.hpp>

#include "gui/find/front_plot.h"
#include "tests/gui/window_fixture.h"
#include "tests/gui/window_look.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

TriedSet tried(double use, double queue, double cost, const std::string& w) {
  return {use, queue, cost, {{"w", w}, {"T_r", "100ms"}, {"eta", "0.4"}}};
}

/// A demo's window with the dialog, which has read its path.
struct FindFixture : WindowFixture {
  FindFixture() {
    begin_demo();
    control<QToolButton>("Find parameters…").click();
    answer({.path = "1Mbps to 2.5Mbps in 3 steps (as the link had it), 50ms there, loss 0.5%, for 1m"});
  }
  FindDialog& dialog() { return *window->find_dialog(); }
  /// The dialog has polled it.
  void answer(SearchUpdates updates) {
    searches->next = std::move(updates);
    REQUIRE(QTest::qWaitFor([&] {
      return !searches->next.path && searches->next.tried.empty() && !searches->next.verdict &&
             searches->next.failed.empty();
    }));
    QCoreApplication::processEvents();
  }
  template <class Widget>
  Widget& part(const QString& name) {
    Widget* found = find_control<Widget>(dialog(), name);
    if (found == nullptr) throw std::runtime_error("no part " + name.toStdString());
    return *found;
  }
  QPushButton& button(const QString& text) {
    for (QPushButton* one : dialog().findChildren<QPushButton*>())
      if (one->text().remove('&') == text) return *one;
    throw std::runtime_error("no button " + text.toStdString());
  }
  QString words() { return part<QLabel>("Result").text(); }
  /// Today's, one that is worse, the best, and one that uses more.
  void search() {
    button("Find").click();
    answer({.tried = {tried(0.93, 60, 0.37, "20kbps"), tried(0.90, 80, 0.5, "10kbps"), tried(0.94, 20, 0.16, "40kbps"),
                      tried(0.97, 50, 0.28, "80kbps")},
            .planned = 8});
  }
};

}  // namespace

TEST_CASE("find: the dialog tells the path of the last minute, and searches for what is tuned") {
  FindFixture f;
  REQUIRE(f.searches->read.size() == 1);
  CHECK(f.searches->read[0].flow == "a-b");
  CHECK(f.searches->read[0].rows.size() == 200);
  CHECK(f.searches->read[0].link.has_value());
  CHECK(f.part<QLabel>("Path").text() ==
        "The path, from the last minute of the call: 1 Mbit/s to 2.5 Mbit/s in 3 steps (as the link had it), 50 ms "
        "there, "
        "loss 0.5 %, for 1m.");
  f.part<QComboBox>("Goal").setCurrentIndex(1);
  f.part<QSpinBox>("Sets to try").setValue(60);
  f.search();
  REQUIRE(f.searches->started.size() == 1);
  CHECK(f.searches->started[0].goal == "delay");
  CHECK(f.searches->started[0].trials == 60);
  CHECK(f.searches->started[0].tuning == f.window->tuning().state());
  CHECK(f.part<QProgressBar>("Sets tried").value() == 4);
  CHECK(f.part<QProgressBar>("Sets tried").maximum() == 8);
  CHECK(f.words() == "So far: today 93.0 % of the link, queue 60.0 ms; best 94.0 % of the link, queue 20.0 ms");
  CHECK(f.dialog().chosen() == 2);
}

TEST_CASE("find: a set of the front is chosen by a click or the arrow keys, and applied as one change") {
  FindFixture f;
  f.search();
  FrontPlot& plot = f.dialog().plot();
  CHECK(f.dialog().sets().front() == std::vector<std::size_t>{2, 3});
  if (GENERATE(true, false)) {
    QTest::mouseClick(&plot, Qt::LeftButton, {}, plot.place_of(f.dialog().sets().all()[3]).toPoint());
  } else {
    plot.setFocus();
    QTest::keyClick(&plot, Qt::Key_Right);
  }
  CHECK(f.dialog().chosen() == 3);
  CHECK(plot.accessibleDescription() == "Point 2 of 2 of the front: 97.0 % of the link, queue 50.0 ms");
  f.answer({.verdict = SearchVerdict{true, 10, 0.93, 0.94, 61, 21}});
  CHECK(f.words() ==
        "Better: on 10 other calls the best came to 94.0 % of the link, queue 21.0 ms, today's to 93.0 % of "
        "the link, queue 61.0 ms.");
  f.button("Apply").click();
  CHECK(f.window->tuning().state().settings == std::map<std::string, std::string>{{"ldcc.w", "80kbps"}});
  REQUIRE(f.calls.sent<SetParameter>().size() == 1);
  CHECK(f.calls.sent<SetParameter>()[0].key == "ldcc.w");
  CHECK(f.part<QLabel>("Applied").text() == "The found parameters of ldcc are used; Ctrl+Z takes them back.");
  CHECK(f.words().startsWith("Better: "));  // stays
  CHECK(f.message().isEmpty());             // behind the dialog
  QTest::keyClick(&f.dialog(), Qt::Key_Z, Qt::ControlModifier);
  CHECK(f.window->tuning().state().settings.empty());
  CHECK(find_control<QLabel>(f.dialog(), "Applied")->text().isEmpty());
}

TEST_CASE("find: what is not better is said so") {
  FindFixture f;
  f.button("Find").click();
  f.answer({.tried = {tried(0.93, 60, 0.37, "20kbps"), tried(0.90, 80, 0.5, "10kbps")}, .planned = 8});
  CHECK(!f.button("Apply").isEnabled());
  SECTION("where nothing was better in the search") {
    f.answer({.verdict = SearchVerdict{false, 10, 0.93, 0.93, 61, 61}});
    CHECK(f.words() == "The defaults are best for this goal: none of 1 other sets was better.");
  }
  SECTION("where the best is not on other calls") {
    f.answer({.tried = {tried(0.94, 60, 0.36, "40kbps")}});
    f.answer({.verdict = SearchVerdict{false, 10, 0.93, 0.92, 61, 61}});
    CHECK(f.words() == "The defaults are best for this goal: the best of the search is not better on 10 other calls.");
  }
}

TEST_CASE("find: a search is cancelled, and another follows") {
  FindFixture f;
  f.search();
  f.button("Cancel").click();
  CHECK(f.searches->stopped == 1);
  CHECK(f.words().startsWith("Cancelled after 4 sets"));
  CHECK(f.button("Apply").isEnabled());
  f.button("Find").click();
  CHECK(f.searches->started.size() == 2);
  CHECK(f.dialog().sets().empty());
  CHECK(!f.button("Apply").isEnabled());
}

TEST_CASE("find: what fails is said, and a path that tells nothing cannot be searched") {
  FindFixture f;
  f.search();
  f.answer({.failed = "The background process ended without an answer: try again."});
  CHECK(f.words().contains("try again"));
  CHECK(f.button("Find").isEnabled());
  f.control<QToolButton>("Find parameters…").click();
  f.answer({.failed = "There are less than 5 s of this flow: record a longer call."});
  CHECK(f.words().contains("less than 5 s"));
  CHECK(!f.button("Find").isEnabled());
}

TEST_CASE("find: a call that ends leaves the search alone; closing the dialog or the window ends it") {
  FindFixture f;
  f.search();
  f.set_status(status_of(CallStatus::Phase::ended, "You hung up."));
  f.answer({.tried = {tried(0.95, 18, 0.1, "41kbps")}});
  CHECK(f.dialog().sets().all().size() == 5);
  CHECK(f.searches->alive == 1);
  if (GENERATE(true, false)) {
    f.dialog().close();
    CHECK(QTest::qWaitFor([&] { return f.searches->alive == 0; }));
  } else {
    f.close();
    CHECK(f.searches->alive == 0);
  }
}

TEST_CASE("find: of a recorded run, with the parameters that it had") {
  WindowFixture f;
  f.runs["/runs/a"] = recorded_run("a", "80ms");
  f.window->dialogs().folder = [](auto&&...) { return QString("/runs/a"); };
  f.press(Qt::Key_O, Qt::ControlModifier);
  f.wait_for_runs();
  f.control<QPushButton>("Find parameters…").click();
  REQUIRE(f.searches->read.size() == 1);
  CHECK(f.searches->read[0].folder == "/runs/a");
  CHECK(f.searches->read[0].rows.empty());
  f.searches->next = {.path = "1 Mbit/s"};
  REQUIRE(QTest::qWaitFor([&] { return !f.searches->next.path; }));
  auto& goal = *find_control<QComboBox>(*f.window->find_dialog(), "Goal");
  goal.setCurrentIndex(2);
  for (QPushButton* one : f.window->find_dialog()->findChildren<QPushButton*>())
    if (one->text() == "&Find") one->click();
  REQUIRE(f.searches->started.size() == 1);
  CHECK(f.searches->started[0].goal == "rate");
  CHECK(f.searches->started[0].tuning.controller == "ldcc");
  CHECK(f.searches->started[0].tuning.settings == std::map<std::string, std::string>{{"ldcc.T_r", "80ms"}});
  CHECK(goal.currentText().contains("the run's own"));
  f.searches->next = {.tried = {tried(0.93, 60, 0.37, "20kbps"), tried(0.90, 80, 0.5, "10kbps")},
                      .verdict = SearchVerdict{false, 10, 0.93, 0.93, 61, 61}};
  REQUIRE(QTest::qWaitFor([&] { return !f.searches->next.verdict; }));
  QCoreApplication::processEvents();
  CHECK(find_control<QLabel>(*f.window->find_dialog(), "Result")->text() ==
        "The run's own parameters are best for this goal: none of 1 other sets was better.");
}

TEST_CASE("find: the rates are limited as in the call that runs, whatever the next one will have") {
  WindowFixture f;
  f.options->now.limits.maximum = megabits_per_second(9);
  f.begin_demo();
  CallStatus status = status_of(CallStatus::Phase::in_call);
  status.limits = {{"max-bitrate", "4Mbps"}};
  f.set_status(status);
  f.control<QToolButton>("Find parameters…").click();
  REQUIRE(f.searches->limits.size() == 1);
  CHECK(f.searches->limits[0] == OptionTexts{{"max-bitrate", "4Mbps"}});
}

TEST_CASE("find: every control has a name and a tip, and no text is cut") {
  FindFixture f;
  f.search();
  CHECK(unnamed_controls(f.dialog()).empty());
  CHECK(controls_without_tool_tip(f.dialog()).empty());
  for (const QSize size : {QSize(900, 600), QSize(760, 460)}) {
    f.dialog().resize(size);
    QCoreApplication::processEvents();
    CHECK(clipped_texts(f.dialog()).empty());
  }
}
