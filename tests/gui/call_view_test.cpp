#include <QApplication>
#include <QSignalSpy>
#include <QTest>
#include <catch2/catch.hpp>

#include "gui/call/button.h"
#include "gui/call/call_details.h"
#include "gui/call/call_words.h"
#include "gui/call/ended_box.h"
#include "gui/call/status_line.h"
#include "tests/gui/accessibility.h"
#include "tests/gui/bare_call_view.h"
#include "tests/gui/call_pictures.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Phase = CallStatus::Phase;

namespace {

struct Fixture : BareCallView {
  QString words() { return view.controls().status().words(); }
  EndedBox& ended() { return *view.findChild<EndedBox*>(); }
};

}  // namespace

TEST_CASE("a peer without arrival times is shown below the state, and the kind of feedback by the lock") {
  CallStatus status = call_status(Phase::in_call);
  status.encrypted = true;
  status.feedback = "none";
  CHECK(mode_words(status, ControllerMode::start).startsWith("The other side tells no arrivals"));
  CHECK(secrecy_meaning(status).contains("What arrives is not told."));
  status.feedback = "rfc8888";
  CHECK(mode_words(status, std::nullopt).isEmpty());
  CHECK(secrecy_meaning(status).contains("RFC 8888"));
  status.feedback = "transport-wide";
  CHECK(secrecy_meaning(status).contains("transport-wide"));
  status.feedback.clear();
  CHECK_FALSE(secrecy_meaning(status).contains("arrives"));
}

TEST_CASE("the last loss and the last event stand in the details, which have room for them from the start") {
  CallDetails details;
  const int height = details.minimumHeight();
  const LossOutcome loss{.lost = 3, .repaired = 2};
  details.show_call(call_status(Phase::in_call), ControllerMode::low_delay, loss, {}, "graphics card (a model)");
  details.show_event("capacity 1 Mbit/s");
  CHECK(details.text() ==
        "Low delay: keeping the queue short\nOutgoing: 3 packets lost, 2 repaired\n"
        "Picture drawn by: graphics card (a model)\ncapacity 1 Mbit/s");
  CHECK(details.toolTip() == details.text());
  CHECK(details.sizeHint().height() <= height);
  details.show_event("capacity 2 Mbit/s");
  details.show_call(call_status(Phase::silent), std::nullopt, loss, {}, "software");
  CHECK(details.text() == "capacity 2 Mbit/s");
}

TEST_CASE("how good the call is stands below the state, with the reason, and the dot is not that of a good one") {
  Fixture f;
  StatusLine& line = f.view.controls().status();
  const auto at = [&](Duration time, const CallConditions& conditions, Phase phase = Phase::in_call) {
    CallStatus status = call_status(phase);
    status.run_time = time;
    f.view.set_status(status);
    f.view.set_conditions(conditions);
    f.view.set_status(status);
    return line.quality_words();
  };
  CHECK(at(1s, {}) == "");
  CHECK(at(2s, {.round_trip_ms = 100}) == "Good");
  CHECK(line.accessibleName() == "In call. Good");
  CHECK(at(3s, {.lost_outgoing = 0.03}) == "Fair: 3 % of packets lost on the way to the other side");
  CHECK(at(4s, {.lost_outgoing = 0.03}, Phase::silent) == "");
}

TEST_CASE("the end of a notice of the peer does not count as a picture that stands still, a later freeze does") {
  Fixture f;
  CallStatus status = call_status(Phase::in_call);
  auto& line = f.view.controls().status();
  const auto at = [&](Duration time, double frozen) {
    status.run_time = time;
    f.view.set_status(status);
    f.view.set_conditions({.frozen = frozen, .round_trip_ms = 50});
    f.view.set_status(status);
    return line.quality_words();
  };
  for (int i = 0; i <= StillWatch::enough; ++i) {
    f.remote.put(half_white_picture(64, 36));
    QApplication::processEvents();
  }
  CHECK(at(10s, 0) == "Good");
  f.remote.put(grey_picture(64, 36, 128));  // its camera, half a second late
  QApplication::processEvents();
  CHECK(at(11s, 0.1) == "Good");
  CHECK(at(15s, 0.1) == "Good");
  CHECK(at(17s, 0.1) == "Poor: the picture stands still for 10 % of the time");
}

TEST_CASE("few pictures of a screen that is shown, and of a camera that begins after it, are no matter") {
  Fixture f;
  CallStatus status = call_status(Phase::in_call);
  const auto at = [&](Duration time, const std::string& source) {
    status.run_time = time;
    status.source_option = source;
    f.view.set_status(status);
    f.view.set_conditions({.round_trip_ms = 50, .sent_fps = 5});
    f.view.set_status(status);
    return f.view.controls().status().quality_words();
  };
  CHECK(at(10s, "screen") == "Good");
  CHECK(at(14s, "camera:desk") == "Good");
  CHECK(at(17s, "camera:desk") == "Poor: only 5 pictures a second go to the other side");
}

TEST_CASE("a listener whose caller hangs up sees how long and how good the call was, and the same of the next one") {
  Fixture f;
  f.view.set_status(call_status(Phase::waiting));  // as a listener begins
  QSignalSpy left(&f.view, &CallView::peer_left);
  const auto talk = [&](Duration from, Duration to, double round_trip_ms) {
    for (Duration time = from; time <= to; time += 1s) {
      CallStatus status = call_status(Phase::in_call);
      status.run_time = time;
      f.view.set_status(status);
      f.view.set_conditions({.round_trip_ms = round_trip_ms});
    }
  };
  talk(10s, 90s, 100);
  f.view.set_status(call_status(Phase::waiting));
  REQUIRE(left.count() == 1);
  CHECK(left.at(0).at(0).toString() ==
        "The other side hung up. It lasted 1:20. It was good for 100 % of the time. "
        "Evenkeel waits for the next call.");
  talk(200s, 210s, 900);
  f.view.set_status(call_status(Phase::silent));
  f.view.set_status(call_status(Phase::waiting));
  REQUIRE(left.count() == 2);
  CHECK(left.at(1).at(0).toString().startsWith("The other side was lost. It lasted 0:10. It was good for 0 %"));
  f.view.set_status(call_status(Phase::ended, "You hung up."));
  CHECK(left.count() == 2);
  CHECK(f.ended().text() == "You hung up.");
}

TEST_CASE("a call that is over says how long it was and how good") {
  Fixture f;
  for (int i = 0; i <= 1000; ++i) {
    CallStatus status = call_status(i < 200 ? Phase::waiting : Phase::in_call);
    status.run = 2;
    status.run_time = i * 100ms;
    f.view.set_status(status);
    f.view.set_conditions({.round_trip_ms = i >= 800 && i < 840 ? 900 : 100});
  }
  CallStatus over = call_status(Phase::ended, "you hung up");
  over.run = 2;
  f.view.set_status(over);
  CHECK(f.ended().text() == "You hung up\n\nIt lasted 1:20. It was good for 95 % of the time, poor for 5 %.");
  over.run = 3;
  over.text = "No answer from 192.0.2.7 within 10 s: check the address.";
  f.view.set_status(over);
  CHECK(f.ended().text() == "No answer from 192.0.2.7 within 10 s: check the address.");
}

TEST_CASE("the link can be shared from the bar where there is one") {
  Fixture f;
  QSignalSpy asked(&f.view, &CallView::share_requested);
  CHECK(f.view.controls().share().isHidden());
  CallStatus status = call_status(Phase::in_call);
  status.invitation = "https://192.0.2.7:8443/#e1.AQ";
  f.view.set_status(status);
  CHECK_FALSE(f.view.controls().share().isHidden());
  f.view.controls().share().click();
  CHECK(asked.count() == 1);
}

TEST_CASE("every phase of a call has words") {
  Fixture f;
  const std::vector<std::pair<Phase, QString>> expected = {
      {Phase::idle, "No call"},
      {Phase::opening, "Opening the camera and the network"},
      {Phase::waiting, "Waiting for a call"},
      {Phase::connecting, "Connecting"},
      {Phase::ringing, "Ringing"},
      {Phase::in_call, "In call"},
      {Phase::silent, "The other side is silent: waiting for it to return"},
      {Phase::ended, "The call is over"}};
  for (const auto& [phase, words] : expected) {
    f.view.set_status(call_status(phase));
    CHECK(f.words() == words);
    CHECK(f.view.controls().status().accessibleName() == words);
  }
}

TEST_CASE("the words of the call go before those of the phase, and stand where they are needed") {
  Fixture f;
  f.view.set_status(call_status(Phase::silent, "the other side has been silent for 3 s: waiting for it to return"));
  CHECK(f.words() == "The other side has been silent for 3 s: waiting for it to return");
  CHECK(f.view.video().remote().notice() == f.words());
  f.view.set_status(call_status(Phase::in_call, "in call with 192.0.2.7:5004"));
  CHECK(f.view.video().remote().notice().isEmpty());
  f.view.set_status(call_status(Phase::connecting, "connecting to 192.0.2.7:5004"));
  CHECK(f.view.video().remote().placeholder() == "Connecting to 192.0.2.7:5004");
}

TEST_CASE("a lost camera is said beside the state and on the own picture") {
  Fixture f;
  CallStatus status = call_status(Phase::in_call);
  status.source_lost = true;
  f.view.set_status(status);
  CHECK(f.words() == "In call · camera lost");
  CHECK(f.view.video().own().notice() == "Camera lost");
  CHECK(level_of(status) == StatusLevel::attention);
}

TEST_CASE("that the peer records is said beside the state, and over its picture, where the full screen has it") {
  Fixture f;
  CallStatus status = call_status(Phase::in_call);
  status.peer_records = true;
  f.view.set_status(status);
  f.view.set_figures(nullptr, nullptr);
  CHECK(f.words() == "In call · the other side records");
  CHECK(f.view.video().remote().caption() == "The other side records");
  status.peer_records = false;
  f.view.set_status(status);
  f.view.set_figures(nullptr, nullptr);
  CHECK(f.words() == "In call");
  CHECK(f.view.video().remote().caption() == "");
}

TEST_CASE("an open lock says that a call is not encrypted, and what that means") {
  Fixture f;
  QWidget& lock = f.view.controls().status().lock();
  CHECK_FALSE(lock.isHidden());
  CHECK(lock.accessibleName() == "Not encrypted");
  CHECK(lock.toolTip().contains("see, hear and change"));
  f.view.set_status(call_status(Phase::silent));
  CHECK_FALSE(lock.isHidden());
  f.view.set_status(call_status(Phase::ended));
  CHECK(lock.isHidden());
}

TEST_CASE("the buttons of a call ask for what they say") {
  Fixture f;
  QSignalSpy mute(&f.view, &CallView::mute_requested);
  QSignalSpy record(&f.view, &CallView::record_requested);
  QSignalSpy full(&f.view, &CallView::full_screen_requested);
  QSignalSpy plots(&f.view, &CallView::stats_toggled);
  QSignalSpy panels(&f.view, &CallView::lab_toggled);
  QSignalSpy hang_up(&f.view, &CallView::hang_up_requested);
  for (const char* name : {"Mute video", "Record", "Full screen", "Stats", "Lab", "Hang up"}) {
    auto* button = find_control<Button>(f.view, name);
    REQUIRE(button);
    QTest::mouseClick(button, Qt::LeftButton);
  }
  for (QSignalSpy* spy : {&mute, &record, &full, &plots, &panels}) {
    REQUIRE(spy->count() == 1);
    CHECK(spy->at(0).at(0).toBool());
  }
  CHECK(hang_up.count() == 1);
  QTest::keyClick(find_control<Button>(f.view, "Stats"), Qt::Key_Return);
  REQUIRE(plots.count() == 2);
  CHECK_FALSE(plots.at(1).at(0).toBool());
}

TEST_CASE("a call that goes on as it was draws no icon anew: Qt would keep each") {
  Fixture f;
  CallStatus status = call_status(Phase::in_call);
  status.sound.muted = true;
  const auto icons = [&f] {
    QList<qint64> keys;
    for (const Button* button : f.view.findChildren<Button*>()) keys << button->icon().cacheKey();
    return keys;
  };
  f.view.set_status(status);
  const QList<qint64> before = icons();
  f.view.set_status(status);
  CHECK(before.size() > 5);
  CHECK(icons() == before);
  status.sound.muted = false;
  f.view.set_status(status);
  CHECK(icons() != before);
}

TEST_CASE("a toggle shows what was asked until the call has followed") {
  Fixture f;
  Button& mute = f.view.controls().mute();
  mute.click();
  f.view.set_status(call_status(Phase::in_call));  // The command is still on its way.
  CHECK(mute.isChecked());
  CallStatus muted = call_status(Phase::in_call);
  muted.video_muted = true;
  f.view.set_status(muted);
  CHECK(mute.text() == "Video muted");
  CHECK(f.view.video().own().notice() == "Video muted");
  f.view.set_status(call_status(Phase::in_call));  // Now the call itself says otherwise.
  CHECK_FALSE(mute.isChecked());
}

TEST_CASE("what the call does not follow is not shown for ever") {
  Fixture f;
  f.view.controls().mute().click();
  for (int i = 0; i < 40; ++i) f.view.set_status(call_status(Phase::in_call));
  CHECK_FALSE(f.view.controls().mute().isChecked());
}

TEST_CASE("a call that is over offers the two ways on, and shows no old picture") {
  Fixture f;
  f.remote.put(grey_picture(64, 36, 235));
  QApplication::processEvents();
  CHECK(f.view.video().remote().has_picture());
  QSignalSpy again(&f.view, &CallView::call_again_requested);
  QSignalSpy back(&f.view, &CallView::back_requested);
  f.view.set_status(call_status(Phase::ended, "the peer hung up"));
  CHECK_FALSE(f.view.video().remote().has_picture());
  CHECK(f.ended().isVisible());
  CHECK(f.ended().text() == "The peer hung up");
  CHECK_FALSE(f.view.controls().hang_up().isEnabled());
  QTest::mouseClick(find_control<Button>(f.view, "Call again"), Qt::LeftButton);
  QTest::mouseClick(find_control<Button>(f.view, "Back to start"), Qt::LeftButton);
  CHECK(again.count() == 1);
  CHECK(back.count() == 1);
  f.view.set_status(call_status(Phase::connecting));
  CHECK_FALSE(f.ended().isVisible());
}

TEST_CASE("whoever waits for the next call does not see the last caller") {
  Fixture f;
  const auto show_picture = [&] {
    f.remote.put(grey_picture(64, 36, 235));
    QApplication::processEvents();
    REQUIRE(f.view.video().remote().has_picture());
  };
  show_picture();
  f.view.set_status(call_status(Phase::silent));
  CHECK(f.view.video().remote().has_picture());  // it may return
  f.view.set_status(call_status(Phase::waiting));
  CHECK_FALSE(f.view.video().remote().has_picture());
  CHECK(f.view.video().remote().placeholder() == "Waiting for a call");
  show_picture();  // on its way as the peer hung up
  f.view.set_status(call_status(Phase::waiting));
  CHECK_FALSE(f.view.video().remote().has_picture());
}

TEST_CASE("figures stand on the pictures") {
  Fixture f;
  Sample sample;
  sample.frame_width = 1280;
  sample.frame_height = 720;
  sample.frames_per_second = 29.97;
  sample.receive_bitrate_bps = 2.456e6;
  sample.send_bitrate_bps = 300e3;
  sample.one_way_delay_ms = 118.6;
  f.view.set_figures(&sample, &sample);
  CHECK(f.view.video().remote().caption() == "1280x720  30 fps  2.46 Mbit/s  119 ms");
  CHECK(f.view.video().own().caption() == "300 kbit/s");
  f.view.set_figures(nullptr, nullptr);
  CHECK(f.view.video().remote().caption().isEmpty());
}

TEST_CASE("on the full screen the controls go away, and come back with a key or the mouse") {
  Fixture f;
  auto* idle = f.view.findChild<QTimer*>("idle");
  REQUIRE(idle);
  const auto wait_idle = [&] { REQUIRE(QMetaObject::invokeMethod(idle, "timeout", Qt::DirectConnection)); };
  f.view.set_full_screen(true);
  CHECK(idle->isActive());
  CHECK(f.view.video().height() == f.view.height());
  wait_idle();
  CHECK_FALSE(f.view.controls().isVisible());
  QTest::keyClick(&f.view, Qt::Key_Tab);
  CHECK(f.view.controls().isVisible());
  wait_idle();
  QTest::mouseMove(&f.view.video(), QPoint(30, 30));
  QTest::mouseMove(&f.view.video(), QPoint(40, 40));
  CHECK(f.view.controls().isVisible());
  f.view.set_status(call_status(Phase::silent));
  wait_idle();  // What is wrong stays in sight.
  CHECK(f.view.controls().isVisible());
  f.view.set_full_screen(false);
  CHECK(f.view.video().height() < f.view.height());
}

TEST_CASE("every control of a call has a name and a tool tip, and none is cut off") {
  Fixture f;
  CHECK(unnamed_controls(f.view) == std::vector<std::string>{});
  CHECK(controls_without_tool_tip(f.view) == std::vector<std::string>{});
  for (const int width : {360, 620, 1280}) {
    f.view.resize(width, 480);
    QApplication::processEvents();
    for (Button* button : f.view.controls().findChildren<Button*>()) {
      if (button->isHidden()) continue;
      const QRect place(button->mapTo(&f.view, QPoint()), button->size());
      CHECK(f.view.rect().contains(place));
      CHECK(button->height() >= button->sizeHint().height());
    }
  }
}
