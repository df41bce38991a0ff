#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QToolButton>
#include <catch2/catch.hpp>

#include "gui/panels/link_panel.h"
#include "tests/gui/accessibility.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

struct Fixture {
  LinkPanel panel;
  std::vector<LinkSettings> sent;

  Fixture() {
    panel.resize(300, 330);
    panel.set_link({}, "");
    panel.show();
    QObject::connect(&panel, &LinkPanel::link_changed, [this](const LinkSettings& link) { sent.push_back(link); });
  }

  QLineEdit& field(const QString& name) { return *find_control<QLineEdit>(panel, name); }
  QToolButton& button(const QString& text) {
    for (QToolButton* candidate : panel.findChildren<QToolButton*>())
      if (candidate->text() == text) return *candidate;
    throw std::runtime_error("no button " + text.toStdString());
  }
  void type(const QString& name, const QString& text) {
    QLineEdit& edit = field(name);
    edit.selectAll();
    QTest::keyClicks(&edit, text);
    QTest::keyClick(&edit, Qt::Key_Return);
  }
  bool shows(const QString& part) {
    for (const QLabel* label : panel.findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(part)) return true;
    return false;
  }
};

}  // namespace

TEST_CASE("a link beyond the slider is doubled and halved from what it has, and never lowered by doubling") {
  const double is = GENERATE(50.0, 80.0, 400.0);
  Fixture f;
  f.panel.set_link({megabits_per_second(is), 20ms, 200ms, 0, 0ms}, "");
  f.button("× 2").click();
  for (const LinkSettings& sent : f.sent) CHECK(sent.capacity > megabits_per_second(is));
  f.button("1 Mbit/s").click();
  while (f.button("Back").isEnabled()) f.button("Back").click();
  f.button("× 1/2").click();
  CHECK(f.sent.back().capacity == megabits_per_second(is / 2));
}

TEST_CASE("a link without a limit says so, has nothing to double, and goes back to it") {
  Fixture f;
  f.panel.set_link({DataRate::unlimited(), 0ms, 300ms, 0.02, 0ms}, "");
  CHECK(f.field("Capacity of the link").text() == "unlimited");
  f.button("× 2").click();
  f.button("× 1/2").click();
  CHECK(f.sent.empty());
  f.type("Delay of the link", "80ms");
  f.button("1 Mbit/s").click();
  f.button("Back").click();
  REQUIRE(f.sent.size() == 3);
  CHECK(f.sent[0].capacity == DataRate::unlimited());
  CHECK(f.sent[1].capacity == megabits_per_second(1));
  CHECK(f.sent[2].capacity == DataRate::unlimited());
}

TEST_CASE("what the call says is shown and not sent back") {
  Fixture f;
  f.panel.set_link({megabits_per_second(150), 20ms, 200ms, 0.015, 2ms}, "trace lte.txt");
  CHECK(f.field("Capacity of the link").text() == "150 Mbit/s");  // beyond the slider
  CHECK(f.field("Delay of the link").text() == "20 ms");
  CHECK(f.field("Buffer of the link").text() == "200 ms");
  CHECK(f.field("Loss of the link").text() == "1.5 %");
  CHECK(f.field("Jitter of the link").text() == "2 ms");
  CHECK(f.shows("Running: trace lte.txt"));
  CHECK(f.sent.empty());
}

TEST_CASE("a loss that was calculated is shown without the digits of its rounding") {
  Fixture f;
  f.panel.set_link({.loss = 0.7 - 0.3}, "");
  CHECK(f.field("Loss of the link").text() == "40 %");
  f.panel.set_link({.loss = 0.3 - 0.1}, "");
  CHECK(f.field("Loss of the link").text() == "20 %");
  f.panel.set_link({.loss = 0.0123456}, "");
  CHECK(f.field("Loss of the link").text() == "1.23456 %");
}

TEST_CASE("one value is changed and the others are as they were") {
  Fixture f;
  f.type("Loss of the link", "2");
  f.type("Delay of the link", "80ms");
  REQUIRE(f.sent.size() == 2);
  CHECK(f.sent[0] == LinkSettings{kilobits_per_second(2500), 50ms, 300ms, 0.02, 0ms});
  CHECK(f.sent[1] == LinkSettings{kilobits_per_second(2500), 80ms, 300ms, 0.02, 0ms});
}

TEST_CASE("a slider sends") {
  Fixture f;
  QTest::keyClick(find_control<QSlider>(f.panel, "Capacity of the link, slider"), Qt::Key_Right);
  REQUIRE(f.sent.size() == 1);
  CHECK(f.sent[0].capacity == kilobits_per_second(2550));
}

TEST_CASE("a wrong text is reported and not sent") {
  Fixture f;
  f.type("Capacity of the link", "fast");
  CHECK(f.shows("'fast' is not a rate"));
  f.type("Capacity of the link", "500Mbps");
  CHECK(f.shows("'500Mbps' is outside the range, 100 kbit/s to 100 Mbit/s."));
  CHECK(f.sent.empty());
}

TEST_CASE("steps of the capacity, within its range, and back") {
  Fixture f;
  CHECK_FALSE(f.button("Back").isEnabled());
  f.button("× 1/2").click();
  f.button("5 Mbit/s").click();
  f.button("× 2").click();
  f.button("× 2").click();
  f.button("× 2").click();
  REQUIRE(f.sent.size() == 5);
  CHECK(f.sent[0].capacity == kilobits_per_second(1250));
  CHECK(f.sent[1].capacity == megabits_per_second(5));
  CHECK(f.sent[3].capacity == megabits_per_second(20));
  CHECK(f.sent[4].capacity == megabits_per_second(40));
  for (int i = 0; i < 5; ++i) f.button("Back").click();
  CHECK(f.sent.back().capacity == kilobits_per_second(2500));
  CHECK(f.sent[8].capacity == kilobits_per_second(1250));
  CHECK_FALSE(f.button("Back").isEnabled());
}

TEST_CASE("an answer that is older than the edit does not undo it on the screen") {
  Fixture f;
  f.button("5 Mbit/s").click();
  f.button("1 Mbit/s").click();
  f.panel.set_link({.capacity = megabits_per_second(5)}, "");  // the call is one behind
  CHECK(f.field("Capacity of the link").text() == "1 Mbit/s");
  f.panel.set_link({.capacity = megabits_per_second(1.5)}, "");  // and in the end it is right
  CHECK(QTest::qWaitFor([&] { return f.field("Capacity of the link").text() == "1.5 Mbit/s"; }));
}

TEST_CASE("a schedule is checked and chosen, an empty field runs the example") {
  Fixture f;
  const QSignalSpy chosen(&f.panel, &LinkPanel::schedule_chosen);
  f.type("Schedule of the capacity", "0s:1Mbps, 5s");
  CHECK(chosen.count() == 0);
  CHECK(f.shows("'5s' is not TIME:RATE"));
  f.type("Schedule of the capacity", "0s:1Mbps, 5s:2Mbps");
  CHECK_FALSE(f.shows("is not TIME:RATE"));
  f.field("Schedule of the capacity").clear();
  f.button("Run").click();
  REQUIRE(chosen.count() == 2);
  CHECK(chosen[0][0] == "0s:1Mbps,5s:2Mbps");
  CHECK(chosen[1][0] == "0s:2.5Mbps,10s:1Mbps");
}

TEST_CASE("without a link there is a sentence, and nothing to press but the switch for the next call") {
  Fixture f;
  std::vector<std::optional<LinkSettings>> wanted;
  QObject::connect(&f.panel, &LinkPanel::emulation_changed, [&](const auto& link) { wanted.push_back(link); });
  f.panel.set_has_link(false, true);
  CHECK(f.shows("there is no emulated link to change"));
  CHECK_FALSE(f.button("Run").isVisible());
  f.panel.emulation().click();
  CHECK(f.shows("from the next call on"));
  REQUIRE(f.button("Run").isVisible());
  CHECK_FALSE(f.button("Run").isEnabled());  // a schedule counts from now on
  f.type("Capacity of the link", "1Mbps");
  f.panel.set_link({}, "");  // a call without one says nothing of it
  REQUIRE(wanted.back());
  CHECK(wanted.back()->capacity == megabits_per_second(1));
  CHECK(f.field("Capacity of the link").text() == "1 Mbit/s");
  f.panel.emulation().click();
  CHECK_FALSE(wanted.back().has_value());
  f.panel.set_has_link(true, true);
  CHECK(f.button("Run").isEnabled());
  CHECK_FALSE(f.shows("real network"));
}

TEST_CASE("in a demo the switch is on and cannot be changed; what was chosen for calls is there again after it") {
  Fixture f;
  const QSignalSpy changes(&f.panel, &LinkPanel::emulation_changed);
  f.panel.set_demo(true);
  CHECK(f.panel.emulation().isChecked());
  CHECK_FALSE(f.panel.emulation().isEnabled());
  CHECK(f.panel.emulation().toolTip().startsWith("A demo always sends over the link below."));
  f.type("Delay of the link", "80ms");
  CHECK(changes.count() == 0);
  f.panel.set_demo(false);
  CHECK_FALSE(f.panel.emulation().isChecked());
  CHECK(f.panel.emulation().isEnabled());
  f.panel.emulation().click();
  f.panel.set_demo(true);
  f.panel.set_demo(false);
  CHECK(f.panel.emulation().isChecked());
  CHECK(changes.count() == 1);
}

TEST_CASE("every control of the link panel has a name and says what it does") {
  Fixture f;
  CHECK(reachable_controls(f.panel).size() > 15);
  CHECK(unnamed_controls(f.panel).empty());
  CHECK(controls_without_tool_tip(f.panel).empty());
  const QSignalSpy trace(&f.panel, &LinkPanel::trace_requested);
  f.button("Trace…").click();
  CHECK(trace.count() == 1);
}
