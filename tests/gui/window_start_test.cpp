#include <QLineEdit>
#include <catch2/catch.hpp>

#include "gui/call/status_line.h"
#include "tests/gui/window_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Phase = CallStatus::Phase;

namespace {

CallStatus waiting_at(const std::string& address) {
  CallStatus status = status_of(Phase::waiting);
  status.listens_at = address;
  return status;
}

}  // namespace

TEST_CASE("window: one click leads from the start page to a call, with what is tuned") {
  WindowFixture f;
  CHECK(f.window->start_page().isVisible());
  CHECK(!f.calls.sent<ListDevices>().empty());
  REQUIRE(f.window->tuning().set("ldcc.T_r", "80ms").isEmpty());
  f.window->start_page().demo_button().click();
  const auto starts = f.calls.sent<StartCall>();
  REQUIRE(starts.size() == 1);
  CHECK(starts[0].kind == CallKind::demo);
  CHECK(starts[0].tuning.settings.at("ldcc.T_r") == "80ms");
  CHECK(f.window->call_view().isVisible());
  CHECK(!f.window->plot_pane().isVisible());
  CHECK(!f.window->tuning_panel().isVisible());
}

TEST_CASE("window: an address that is typed is called, and remembered once somebody is there") {
  WindowFixture f;
  f.type(f.control<QLineEdit>("Address to call"), "192.0.2.7:6000");
  const auto starts = f.calls.sent<StartCall>();
  REQUIRE(starts.size() == 1);
  CHECK(starts[0].kind == CallKind::call);
  CHECK(starts[0].address == "192.0.2.7:6000");
  CallStatus status = status_of(Phase::connecting, "Calling 192.0.2.7:6000");
  f.set_status(status);
  CHECK(f.window->start_page().recent().isEmpty());
  status.phase = Phase::in_call;
  f.set_status(status);
  CHECK(f.window->start_page().recent() == QStringList{"192.0.2.7:6000"});
}

TEST_CASE("window: an address where nobody is is not remembered") {
  WindowFixture f;
  f.type(f.control<QLineEdit>("Address to call"), "mistyped.example");
  f.set_status(status_of(Phase::connecting));
  f.set_status(status_of(Phase::ended, "Nobody answers."));
  f.close();
  f.open();
  CHECK(f.window->start_page().recent().isEmpty());
}

TEST_CASE("window: cameras that are found can be chosen, and the preview is asked for") {
  WindowFixture f;
  f.calls.next.cameras = std::vector<CameraChoice>{{"camera:desk", "Desk camera, 1280x720 at 30 fps"}};
  f.poll();
  f.window->start_page().set_source("camera:desk");
  f.window->start_page().demo_button().click();
  CHECK(f.calls.sent<StartCall>().at(0).source == "camera:desk");
}

TEST_CASE("window: every phase of a call stands in words") {
  WindowFixture f;
  f.window->start_page().demo_button().click();
  f.set_status(status_of(Phase::opening, "Opening the camera and the connection"));
  CHECK(f.shows("Opening the camera"));
  f.set_status(waiting_at("0.0.0.0:5004"));
  CHECK(f.shows("Waiting for a call at 192.0.2.7:5004"));
  CHECK_FALSE(f.shows("0.0.0.0"));  // nobody can call that
  f.set_status(waiting_at("[::]:6000"));
  CHECK(f.shows("Waiting for a call at 192.0.2.7:6000 or [2001:db8::7]:6000"));
  f.set_status(waiting_at("127.0.0.1:6000"));
  CHECK(f.shows("Waiting for a call at 127.0.0.1:6000"));
  f.set_status(status_of(Phase::connecting, "Calling 192.0.2.7"));
  CHECK(f.shows("Calling 192.0.2.7"));
  f.set_status(status_of(Phase::in_call, "In a call with 192.0.2.7:5004"));
  CHECK(f.shows("In a call with 192.0.2.7:5004"));
  CHECK(f.shows("Not encrypted"));
  f.set_status(status_of(Phase::silent, "The other side has been silent for 3 s: waiting for it to return"));
  CHECK(f.shows("The other side has been silent for 3 s"));
}

TEST_CASE("window: a lost camera stands in words while it is lost") {
  WindowFixture f;
  f.begin_demo();
  CHECK(!f.shows("camera lost"));
  CallStatus status = status_of(Phase::in_call, "Demo: two peers on this machine");
  status.source_lost = true;
  f.set_status(status);
  CHECK(f.shows("camera lost"));
  status.source_lost = false;
  f.set_status(status);
  CHECK(!f.shows("camera lost"));
}

TEST_CASE("window: the last loss of each direction stands in words, and not in the next call") {
  WindowFixture f;
  f.begin_demo();
  CHECK_FALSE(f.shows("packet"));
  for (Sample sample : twenty_seconds()) {
    const bool outgoing = sample.flow == FlowName("a-b");
    sample.video_packets_lost = sample.time < 18s ? 0 : outgoing ? 1 : 3;
    sample.packets_lost = sample.video_packets_lost.value() + 4;  // repair packets too
    sample.packets_repaired = sample.time < 18s || outgoing ? 0 : 2;
    sample.retransmitted_packets_sent = sample.packets_repaired.value() / 2;
    sample.reference_jumps = sample.time < 18s || !outgoing ? 0 : 1;
    f.calls.next.samples.push_back(sample);
  }
  const QString words =
      "Incoming: 3 packets lost, 2 repaired, 1 sent again · outgoing: 1 packet lost, mended by a jump";
  CallDetails& details = f.window->details();
  CHECK(QTest::qWaitFor([&] { return details.text().contains(words); }, 3000));
  CallStatus next = status_of(CallStatus::Phase::in_call);
  next.run = 2;
  f.calls.next.samples = twenty_seconds();
  f.set_status(next);
  CHECK(QTest::qWaitFor([&] { return !details.text().contains("packet"); }, 3000));
}

TEST_CASE("window: a call that is over says how, and can be made again without the message of the last one") {
  WindowFixture f;
  f.type(f.control<QLineEdit>("Address to call"), "192.0.2.7");
  f.calls.next.failures = {"No answer from 192.0.2.7 within 10 s: check the address."};
  CallStatus status = status_of(Phase::ended, "No answer from 192.0.2.7 within 10 s: check the address.");
  status.kind = CallKind::call;
  f.set_status(status);
  CHECK(f.message() == "No answer from 192.0.2.7 within 10 s: check the address.");
  CHECK(f.shows("Call again"));
  f.control<Button>("Call again").click();
  REQUIRE(f.calls.sent<StartCall>().size() == 2);
  CHECK(f.calls.sent<StartCall>()[1].address == "192.0.2.7");
  CHECK(f.message().isEmpty());
}

TEST_CASE("window: who was muted is not seen or heard in the call that is made again") {
  WindowFixture f;
  f.type(f.control<QLineEdit>("Address to call"), "192.0.2.7");
  CallStatus status = status_of(Phase::in_call);
  status.kind = CallKind::call;
  status.video_muted = true;
  status.sound.muted = true;
  f.set_status(status);
  CHECK(f.calls.sent<MuteVideo>().empty());
  f.set_status(status_of(Phase::ended, "You hung up."));
  f.window->driver().start_again();
  REQUIRE(f.calls.sent<MuteVideo>().size() == 1);
  CHECK(f.calls.sent<MuteVideo>()[0].muted);
  REQUIRE(f.calls.sent<MuteSound>().size() == 1);
  CHECK(f.calls.sent<MuteSound>()[0].muted);

  f.set_status(status_of(Phase::in_call));  // and is unmuted in there
  f.set_status(status_of(Phase::ended, "You hung up."));
  f.window->driver().start_again();
  CHECK(f.calls.sent<MuteVideo>().size() == 1);
  CHECK(f.calls.sent<MuteSound>().size() == 1);
}

TEST_CASE("window: back to the start page after a call") {
  WindowFixture f;
  f.begin_demo();
  f.set_status(status_of(Phase::ended, "You hung up."));
  CHECK(f.shows("You hung up."));
  CHECK(!QTest::qWaitFor([&] { return !f.window->call_view().video().remote().caption().isEmpty(); }, 300));
  f.control<Button>("Back to start").click();
  CHECK(f.window->start_page().isVisible());
  CHECK(!f.window->tuning_panel().isVisible());
}

TEST_CASE("window: the system is not asked for this machine's addresses with every picture") {
  WindowFixture f;
  f.set_status(waiting_at("0.0.0.0:5004"));
  const int before = f.address_questions;
  for (int i = 0; i < 15; ++i) f.poll();  // a second
  CHECK(f.address_questions <= before + 1);
}

TEST_CASE("window: an address that the machine gets later appears on the start page") {
  WindowFixture f;
  CHECK(f.window->start_page().wait_card().addresses_to_tell() == QStringList{"192.0.2.7:5004"});
  f.addresses = {"198.51.100.9"};
  const auto told = [&] { return f.window->start_page().wait_card().addresses_to_tell(); };
  CHECK(QTest::qWaitFor([&] { return told() == QStringList{"198.51.100.9:5004"}; }, 5000));
}

TEST_CASE("window: a call that fails at once is reported, and so is the next one that does") {
  WindowFixture f;
  std::vector<std::string> ends;
  QObject::connect(&f.window->driver(), &CallDriver::phase_changed, [&] {
    if (f.window->driver().status().failed) ends.push_back(f.window->driver().status().text);
  });
  for (const std::uint64_t run : {1U, 2U}) {
    CallStatus status = status_of(Phase::ended, "Cannot find a camera.");
    status.failed = true;
    status.run = run;
    f.set_status(status);
  }
  CHECK(ends == std::vector<std::string>{"Cannot find a camera.", "Cannot find a camera."});
}

TEST_CASE("window: it closes with the call where a duration was given, and only then") {
  const bool given = GENERATE(true, false);
  WindowFixture f;
  f.window->launch({.call = StartCall{}, .close_when_over = given});
  f.set_status(status_of(Phase::in_call));
  f.set_status(status_of(Phase::ended, "The time of --duration is over."));
  CHECK(f.window->isVisible() != given);
}

TEST_CASE("window: a notice of the call is shown") {
  WindowFixture f;
  f.window->start_page().demo_button().click();
  f.calls.next.notices = {"The pacer runs without real-time priority."};
  f.set_status(status_of(Phase::in_call, "In a call"));
  CHECK(f.window->details().text().contains("The pacer runs without real-time priority."));
}

TEST_CASE("window: what the last event of a call said goes when the call is over") {
  WindowFixture f;
  f.begin_demo();
  f.calls.next.events = {
      {20s, RunEvent::Kind::call, {}, "198.51.100.23:40123 has been silent for 2.5 s: waiting for it to return"}};
  f.set_status(status_of(Phase::silent));
  REQUIRE(f.window->details().text().contains("waiting for it to return"));
  f.set_status(status_of(Phase::ended, "The other side was lost."));
  CHECK(f.window->details().text().isEmpty());
  CHECK(f.window->details().accessibleName().isEmpty());
  CHECK(f.window->details().toolTip().isEmpty());
}

TEST_CASE("window: closing asks in a call and while it records, and nothing in a demo or on the start page") {
  WindowFixture f;
  int asked = 0;
  QString question;
  f.window->dialogs().confirmed = [&](QWidget*, const QString&, const QString& words, const QString&) {
    question = words;
    ++asked;
    return false;
  };
  f.begin_call();
  CallStatus status = status_of(Phase::in_call);
  status.kind = CallKind::call;
  f.set_status(status);
  CHECK_FALSE(f.window->close());
  CHECK(f.window->isVisible());
  CHECK(question.contains("hangs up"));
  status.kind = CallKind::demo;
  status.recording = "/videos/one";
  f.set_status(status);
  CHECK_FALSE(f.window->close());
  CHECK(question.contains("recording"));
  CHECK(asked == 2);
  status.recording.clear();
  f.set_status(status);
  CHECK(f.window->close());
  CHECK(asked == 2);
}
