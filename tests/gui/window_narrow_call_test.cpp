#include <catch2/catch.hpp>

#include "gui/call/button.h"
#include "gui/call/control_bar.h"
#include "gui/call/number_label.h"
#include "gui/call/status_line.h"
#include "tests/gui/secure_stages.h"
#include "tests/gui/window_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Phase = CallStatus::Phase;

namespace {

/// An encrypted call that is recorded, a while after it began.
CallStatus recorded_call() {
  CallStatus status = secure_status(CallKind::listen, Phase::in_call);
  status.run = 1;
  status.run_time = 20s;
  status.outgoing = "a-b";
  status.incoming = "b-a";
  status.recording = "/home/someone/Videos/Evenkeel/2026-01-01_12-00-00";
  status.recorded = bytes(4'460'000);
  status.recorded_time = 65s;
  return status;
}

}  // namespace

TEST_CASE("window: beside Stats the number and the recording's time and size are whole") {
  WindowFixture f;
  f.window->resize(1280, 720);
  f.begin_call();
  f.window->docks().want_stats(true);
  CallStatus status = recorded_call();
  status.sound.muted = GENERATE(false, true);
  f.set_status(status);
  StatusLine& line = f.window->call_view().controls().status();
  const QString shown = line.shown_second_line();
  INFO(shown.toStdString() << " in " << line.room_for_words() << " of " << line.width());
  CHECK(shown.contains("Recording 1:05, 4.5 MB"));
  CHECK(line.fontMetrics().horizontalAdvance(shown) <= line.room_for_words() + 1);
  CHECK(line.number().isVisible());
  CHECK(line.number().geometry().right() < line.width());
}

TEST_CASE("window: that the peer records, and how good the call is, are whole at 1024x600") {
  WindowFixture f;
  f.window->resize(1024, 600);
  f.begin_call();
  CallStatus status = recorded_call();
  status.text = "In a call with 198.51.100.23:40123";
  status.peer_records = true;
  status.sound.muted = GENERATE(false, true);
  f.window->call_view().set_conditions({.target_bps = 80e3});
  f.set_status(status);
  const StatusLine& line = f.window->call_view().controls().status();
  INFO(line.shown_words().toStdString() << "; " << line.shown_second_line().toStdString() << " in "
                                        << line.room_for_words() << " of " << line.width());
  CHECK(line.shown_words().endsWith("the other side records"));
  CHECK(line.shown_second_line().contains("Poor"));
  CHECK(line.fontMetrics().horizontalAdvance(line.shown_words()) <= line.room_for_words() + 1);
  CHECK(line.fontMetrics().horizontalAdvance(line.shown_second_line()) <= line.room_for_words() + 1);
  CHECK(line.toolTip().contains("198.51.100.23:40123"));
}

TEST_CASE("window: the lines of Stats wrap, and the number in them stays in one piece") {
  WindowFixture f;
  f.window->resize(1280, 720);
  f.begin_call();
  f.window->docks().want_stats(true);
  f.calls.next.events = {
      {20s,
       RunEvent::Kind::call,
       {},
       "in a call with 198.51.100.23:40123; read the number to each other: 0123 4567 8901 2345 6789"}};
  f.set_status(recorded_call());
  const CallDetails& details = f.window->details();
  REQUIRE(details.text().contains(QString::fromUtf8("0123\u00a04567\u00a08901")));
  CHECK(details.height() >= details.heightForWidth(details.width()));
  CHECK(details.fontMetrics().horizontalAdvance("0123 4567 8901 2345 6789") < details.width());
}

TEST_CASE("window: the buttons of a call stay where they are when Stats or Lab opens") {
  WindowFixture f;
  f.begin_call();
  ControlBar& bar = f.window->call_view().controls();
  const auto places = [&] {
    std::vector<QRect> all;
    for (Button* button : bar.findChildren<Button*>())
      if (button->isVisible()) all.emplace_back(button->mapTo(f.window.get(), QPoint(0, 0)), button->size());
    return all;
  };
  const auto before = places();
  CHECK(before.size() >= 8);
  bar.stats().click();
  f.poll();
  CHECK(places() == before);
  bar.lab().click();
  f.poll();
  CHECK(places() == before);
  CHECK(bar.mapTo(f.window.get(), QPoint(0, bar.height())).y() == f.window->height());
  f.window->call_view().toggle_full_screen();
  f.poll();
  CHECK(bar.parentWidget() == &f.window->call_view());
  CHECK(bar.isVisible());
  f.window->call_view().toggle_full_screen();
  f.poll();
  CHECK(places() == before);
  f.set_status(status_of(CallStatus::Phase::ended, "You hung up."));
  f.control<Button>("Back to start").click();
  f.poll();
  CHECK_FALSE(bar.isVisible());
}
