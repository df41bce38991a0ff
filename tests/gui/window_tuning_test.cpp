#include <QComboBox>
#include <QLineEdit>
#include <QSlider>
#include <catch2/catch.hpp>

#include "tests/gui/window_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("window: a parameter that is typed is sent to the call once") {
  WindowFixture f;
  f.begin_demo();
  f.type(f.control<QLineEdit>("T_r of ldcc"), "80");
  f.poll();
  const auto sent = f.calls.sent<SetParameter>();
  REQUIRE(sent.size() == 1);
  CHECK(sent[0].key == "ldcc.T_r");
  CHECK(sent[0].text == "80ms");
}

TEST_CASE("window: a parameter of loss recovery is sent to the call, and saved with the others") {
  WindowFixture f;
  f.begin_demo();
  f.type(f.control<QLineEdit>("attempts of recovery"), "2");
  f.poll();
  const auto sent = f.calls.sent<SetParameter>();
  REQUIRE(sent.size() == 1);
  CHECK(sent[0].key == "recovery.attempts");
  CHECK(sent[0].text == "2");
  f.window->dialogs().file_to_save = [](auto&&...) { return QString("/files/mine.toml"); };
  f.press(Qt::Key_S, Qt::ControlModifier);
  CHECK(f.configurations.at("/files/mine.toml").tuning.settings.at("recovery.attempts") == "2");
}

TEST_CASE("window: Ctrl+Z takes a change back and Ctrl+Shift+Z makes it again, wherever the focus is") {
  WindowFixture f;
  f.begin_demo();
  f.type(f.control<QLineEdit>("T_r of ldcc"), "80");
  if (GENERATE(true, false)) f.window->plot_pane().plots().setFocus();
  f.press(Qt::Key_Z, Qt::ControlModifier);
  REQUIRE(f.calls.sent<SetParameter>().size() == 2);
  CHECK(f.calls.sent<SetParameter>()[1].text == "100ms");
  CHECK(f.control<QLineEdit>("T_r of ldcc").text() == "100 ms");
  f.press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  REQUIRE(f.calls.sent<SetParameter>().size() == 3);
  CHECK(f.calls.sent<SetParameter>()[2].text == "80ms");
}

TEST_CASE("window: a controller and a send loop that are chosen are sent once each, and shown with their parameters") {
  WindowFixture f;
  f.begin_demo();
  auto& controller = f.control<QComboBox>("Controller");
  controller.setFocus();
  QTest::keyClick(&controller, Qt::Key_A);
  auto& send_loop = f.control<QComboBox>("Send loop");
  send_loop.setFocus();
  QTest::keyClick(&send_loop, Qt::Key_Down);
  REQUIRE(f.calls.sent<SetController>().size() == 1);
  CHECK(f.calls.sent<SetController>()[0].name == "arc");
  REQUIRE(f.calls.sent<SetSendLoop>().size() == 1);
  CHECK(f.calls.sent<SetSendLoop>()[0].name == "plain");
  CHECK(f.calls.sent<SetParameter>().empty());
  CHECK(find_control<QLineEdit>(*f.window, "qthresh of arc") != nullptr);
  f.poll();
  CHECK(f.window->driver().live().data().law_terms.at(0) == "w [bytes]");
}

TEST_CASE("window: nothing is sent by what the call itself reports") {
  WindowFixture f;
  f.begin_demo();
  CallStatus status = status_of(CallStatus::Phase::in_call);
  status.link.capacity = kilobits_per_second(700);
  status.link_program = "schedule 0s:0.7Mbps";
  f.calls.commands.clear();
  f.set_status(status);
  CHECK(QTest::qWaitFor([&] { return f.control<QLineEdit>("Capacity of the link").text() == "700 kbit/s"; }));
  CHECK(f.calls.commands.empty());
}

TEST_CASE("window: one click makes a step of the capacity, and the marker that is asked for is sent") {
  WindowFixture f;
  f.begin_demo();
  f.window->link_panel().parentWidget()->raise();
  f.control<QToolButton>("Multiply the capacity by 0.5").click();
  REQUIRE(f.calls.sent<SetLink>().size() == 1);
  CHECK(f.calls.sent<SetLink>()[0].settings.capacity == kilobits_per_second(1250));
  f.window->dialogs().words = [](auto&&...) { return QString("the phone rang"); };
  f.window->call_view().setFocus();
  f.press(Qt::Key_N);
  REQUIRE(f.calls.sent<AddNote>().size() == 1);
  CHECK(f.calls.sent<AddNote>()[0].text == "the phone rang");
}

TEST_CASE("window: a configuration that is saved can be loaded, and changes the call") {
  WindowFixture f;
  f.begin_demo();
  f.type(f.control<QLineEdit>("T_r of ldcc"), "80");
  f.window->dialogs().file_to_save = [](auto&&...) { return QString("/files/mine.toml"); };
  f.press(Qt::Key_S, Qt::ControlModifier);
  CHECK(f.message().contains("/files/mine.toml"));
  CHECK(f.configurations.at("/files/mine.toml").tuning.settings.at("ldcc.T_r") == "80ms");
  f.press(Qt::Key_Z, Qt::ControlModifier);
  f.calls.commands.clear();
  f.window->dialogs().file_to_open = [](auto&&...) { return QString("/files/mine.toml"); };
  f.press(Qt::Key_L, Qt::ControlModifier);
  REQUIRE(f.calls.sent<SetParameter>().size() == 1);
  CHECK(f.calls.sent<SetParameter>()[0].text == "80ms");
  CHECK(f.control<QLineEdit>("T_r of ldcc").text() == "80 ms");
  CHECK(f.message().contains("everything else from the next call on"));
}

TEST_CASE("window: the source goes into a configuration and comes from it, and so does the port to listen at") {
  WindowFixture f;
  f.choose_source("Moving test picture");
  f.window->dialogs().file_to_save = [](auto&&...) { return QString("/files/mine.toml"); };
  f.press(Qt::Key_S, Qt::ControlModifier);
  CHECK(f.configurations.at("/files/mine.toml").source == "test");
  f.configurations["/files/other.toml"] = {.tuning = {"ldcc", "rmc", {}}, .source = "/videos/clip.mkv", .port = 6000};
  f.window->dialogs().file_to_open = [](auto&&...) { return QString("/files/other.toml"); };
  f.press(Qt::Key_L, Qt::ControlModifier);
  CHECK(f.message() == "Loaded: /files/other.toml.");
  CHECK(f.window->start_page().source() == "/videos/clip.mkv");
  CHECK(f.window->start_page().wait_card().port() == 6000);
  f.configurations["/files/other.toml"] = {.tuning = {"arc", "rmc", {}}, .source = "test", .tuning_only = true};
  f.press(Qt::Key_L, Qt::ControlModifier);
  CHECK(f.window->tuning().state().controller == "arc");
  CHECK(f.window->start_page().source() == "/videos/clip.mkv");
  CHECK(f.window->start_page().wait_card().port() == 6000);
}

TEST_CASE("window: a configuration that cannot be saved, read or used is said in words, and changes nothing") {
  WindowFixture f;
  f.begin_demo();
  const TuningState before = f.window->tuning().state();
  f.window->dialogs().file_to_save = [](auto&&...) { return QString("/full/mine.toml"); };
  f.press(Qt::Key_S, Qt::ControlModifier);
  CHECK(f.message().contains("the disk is full"));
  f.window->dialogs().file_to_open = [](auto&&...) { return QString("/files/none.toml"); };
  f.press(Qt::Key_L, Qt::ControlModifier);
  CHECK(f.message().contains("there is no such file"));
  f.configurations["/files/none.toml"] = {.tuning = {"ldcc", "rmc", {{"ldcc.T_r", "long"}}}};
  f.press(Qt::Key_L, Qt::ControlModifier);
  CHECK(f.message().contains("long"));
  CHECK(f.window->tuning().state() == before);
}

TEST_CASE("window: notices and failures stand in the message bar, on each page, and none takes another's place") {
  WindowFixture f;
  SECTION("on the start page") {}
  SECTION("in a call") { f.begin_call(); }
  f.calls.next.failures = {"The camera is lost.", "The microphone is lost."};
  f.calls.next.notices = {"No camera can be listed.", "The system's microphone is used."};
  f.poll();
  f.calls.next.notices = {"No camera can be listed."};
  f.poll();
  QStringList all = f.window->messages().all();
  all.sort();
  CHECK(all == QStringList{"No camera can be listed.", "The camera is lost.", "The microphone is lost.",
                           "The system's microphone is used."});
  CHECK(f.shows("The camera is lost."));
}

TEST_CASE("window: what fails in the call stands in the message bar") {
  WindowFixture f;
  f.begin_demo();
  CHECK(f.message().isEmpty());
  f.calls.next.failures = {"The recording has ended. Cannot write 'x': the disk is full."};
  f.poll();
  CHECK(f.message() == "The recording has ended. Cannot write 'x': the disk is full.");
}

TEST_CASE("window: a controller that says what it does is quoted below the pictures and in the theory panel") {
  WindowFixture f;
  f.begin_demo();
  CHECK_FALSE(f.shows("fair half"));
  auto samples = twenty_seconds();
  for (Sample& sample : samples) {
    sample.time += 20s;
    sample.controller_mode = ControllerMode::competition;
  }
  f.calls.next.samples = samples;
  f.poll();
  CHECK(QTest::qWaitFor([&] { return f.shows("sharing with another sender: holding a fair half"); }, 5000));
  const auto* table = f.window->findChild<TheoryPanel*>()->findChild<ReadingTable*>();
  CHECK(QTest::qWaitFor([&] { return table->item(1, 0)->text().startsWith("Now: sharing with another"); }, 5000));
}

TEST_CASE("a file that changes how calls are made is taken as far as the user says") {
  WindowFixture f;
  f.configurations["/files/other.toml"] = {.tuning = {"arc", "rmc", {}}};
  f.changes = {{"fps", "30", "25"}, {"source", "", "screen"}};
  f.window->dialogs().file_to_open = [](auto&&...) { return QString("/files/other.toml"); };
  const std::string before = f.window->tuning().state().controller;
  QString question;
  std::optional<std::size_t> answer;
  f.window->dialogs().chosen = [&](QWidget*, const QString&, const QString& text, const QStringList& verbs) {
    CHECK(verbs.size() == 2);
    question = text;
    return answer;
  };
  QTest::keyClick(f.window.get(), Qt::Key_L, Qt::ControlModifier);
  CHECK(question.contains("fps: 25 instead of 30"));
  CHECK(question.contains("source: screen instead of the default"));
  CHECK(f.taken == ConfigurationPart::nothing);
  CHECK(f.window->tuning().state().controller == before);
  answer = 0;
  QTest::keyClick(f.window.get(), Qt::Key_L, Qt::ControlModifier);
  CHECK(f.taken == ConfigurationPart::tuning);
  CHECK(f.window->tuning().state().controller == "arc");
  answer = 1;
  QTest::keyClick(f.window.get(), Qt::Key_L, Qt::ControlModifier);
  CHECK(f.taken == ConfigurationPart::everything);
}
