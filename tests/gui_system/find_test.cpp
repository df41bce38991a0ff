#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <cstdlib>

#include "gui/find/front_plot.h"
#include "tests/gui_system/call_fixture.h"
#include "tests/gui_system/look.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

QPushButton& button(FindDialog& dialog, const QString& text) {
  for (QPushButton* one : dialog.findChildren<QPushButton*>())
    if (one->text().remove('&') == text) return *one;
  throw std::runtime_error("no button " + text.toStdString());
}

QString words(FindDialog& dialog, const QString& name) { return find_control<QLabel>(dialog, name)->text(); }

}  // namespace

TEST_CASE("parameters are searched for while a demo runs, and found ones are used by it") {
  CallOptions options = small_pictures();
  options.controller = "ldcc";
  CallFixture f(options);
  f.start_demo();
  f.run_until(7s);
  const char* const sets = std::getenv("EVENKEEL_SETS");  // more, for the look
  f.control<QToolButton>("Find parameters…").click();
  FindDialog& dialog = *f.window->find_dialog();
  REQUIRE(f.within(10s, [&] { return button(dialog, "Find").isEnabled(); }));
  CHECK(words(dialog, "Path").contains("2.5 Mbit/s (as the link had it)"));
  CHECK(words(dialog, "Path").contains("a buffer of 300 ms"));
  find_control<QSpinBox>(dialog, "Sets to try")->setValue(sets != nullptr ? std::atoi(sets) : 10);
  button(dialog, "Find").click();
  REQUIRE(f.within(20s, [&] { return dialog.sets().all().size() >= 3; }));
  keep_look(*f.window, dialog, "find-searching");
  REQUIRE(f.within(sets != nullptr ? 600s : 40s, [&] {
    return !words(dialog, "Result").startsWith("So far") && !words(dialog, "Result").startsWith("Comparing");
  }));
  INFO(words(dialog, "Result").toStdString());
  CHECK((words(dialog, "Result").startsWith("Better:") || words(dialog, "Result").contains("best for this goal")));
  keep_look(*f.window, dialog, "find-over");
  keep_look(*f.window, *f.window, "find-window");
  CHECK(f.in_call());
  for (std::size_t set : dialog.sets().front()) {
    if (set == FoundSets::today) continue;
    Q_EMIT dialog.plot().chosen(set);
    button(dialog, "Apply").click();
    CHECK(f.within(5s, [&] { return !f.live().events.empty(); }));
    CHECK_FALSE(f.window->tuning().state().settings.empty());
    break;
  }
}

TEST_CASE("a call too young to tell its path says so, and closing ends what runs") {
  CallFixture f;
  f.start_demo();
  f.control<QToolButton>("Find parameters…").click();
  FindDialog& dialog = *f.window->find_dialog();
  REQUIRE(f.within(10s, [&] { return words(dialog, "Result").contains("less than 5 s"); }));
  CHECK_FALSE(button(dialog, "Find").isEnabled());
  dialog.close();
  CHECK(f.within(2s, [&] { return f.window->find_dialog() == nullptr; }));
}
