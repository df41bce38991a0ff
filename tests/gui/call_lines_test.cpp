#include <catch2/catch.hpp>

#include "gui/call/button.h"
#include "gui/call/call_details.h"
#include "gui/call/call_words.h"
#include "gui/call/status_line.h"
#include "tests/gui/bare_call_view.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Phase = CallStatus::Phase;
using Fixture = BareCallView;

TEST_CASE("what the controller of this side does stands in the details, as long as it says so") {
  CallDetails details;
  const auto words_in = [&details](std::optional<ControllerMode> mode, Phase phase = Phase::in_call) {
    details.show_call(call_status(phase), mode, {}, {}, "software");
    return details.text().remove("Picture drawn by: software").trimmed();
  };
  CHECK(words_in(ControllerMode::competition) == "Sharing with another sender: holding a fair half");
  CHECK(details.accessibleName() == "Sharing with another sender: holding a fair half. Picture drawn by: software");
  CHECK(words_in(ControllerMode::low_delay) == "Low delay: keeping the queue short");
  CHECK(words_in(std::nullopt) == "");
  CHECK(words_in(ControllerMode::competition, Phase::silent) == "");
  CHECK(words_in(ControllerMode::competition, Phase::ended) == "");
}

TEST_CASE("where the line below the state is too long the reason of the quality gives way first, and its word never") {
  StatusLine line;
  CallStatus status = call_status(Phase::in_call);
  status.sound.muted = true;
  line.set_quality({QualityLevel::fair, "3 % of packets lost on the way to the other side"});
  line.set_recording("Recording 1:05, 4.5 MB");
  line.set_status(status);
  REQUIRE(line.second_line() ==
          "You are muted · Recording 1:05, 4.5 MB · Fair: 3 % of packets lost on the way to the other side");
  const auto shown_at = [&](int share) {
    line.resize(
        line.width() - line.room_for_words() + line.fontMetrics().horizontalAdvance(line.second_line()) * share / 100,
        line.sizeHint().height());
    CHECK(line.fontMetrics().horizontalAdvance(line.shown_second_line()) <= line.room_for_words() + 1);
    return line.shown_second_line();
  };
  CHECK(shown_at(101) == line.second_line());
  CHECK(shown_at(75).startsWith("You are muted · Recording 1:05, 4.5 MB · Fair: 3 %"));
  CHECK(shown_at(55).startsWith("You are muted · Recording 1:05, 4.5 MB · Fair"));
  CHECK(shown_at(40).startsWith("You are muted · Fair: 3 %"));
  const QString narrow = shown_at(20);
  CHECK(narrow.startsWith("You "));
  CHECK(narrow.endsWith(" · Fair"));
  CHECK(line.toolTip().contains("on the way to the other side"));
}

TEST_CASE("where what is wrong with the sound is long the word of quality is still there") {
  StatusLine line;
  CallStatus status = call_status(Phase::in_call);
  status.sound.microphone.state = SoundDeviceStatus::State::missing;
  status.sound.loudspeaker.state = SoundDeviceStatus::State::missing;
  status.receives = status.sends = true;
  line.set_quality({QualityLevel::poor, "the connection takes only 80 kbit/s from you"});
  line.set_status(status);
  const auto shown_at = [&](const QString& text) {
    const int room = line.fontMetrics().horizontalAdvance(text);
    line.resize(line.width() - line.room_for_words() + room, line.sizeHint().height());
    CHECK(line.fontMetrics().horizontalAdvance(line.shown_second_line()) <= line.room_for_words() + 1);
    return line.shown_second_line();
  };
  CHECK(shown_at(line.second_line()) ==
        "No microphone · no loudspeaker · Poor: the connection takes only 80 kbit/s from you");
  CHECK(
      shown_at("No microphone · no loudspeaker · Poor: the con").startsWith("No microphone · no loudspeaker · Poor:"));
  const QString narrow = shown_at("No microphone · no loud · Poor");
  CHECK(narrow.startsWith("No microphone"));
  CHECK(narrow.endsWith(" · Poor"));
}

TEST_CASE("a long line of the details goes on in the next, and the number to compare stays in one piece") {
  CallDetails details;
  details.resize(300, details.minimumHeight());
  details.show_event(
      "in a call with 198.51.100.23:40123; encrypted (AEAD_AES_128_GCM), number 0123 4567 8901 2345 6789");
  CHECK(details.wordWrap());
  CHECK(details.hasHeightForWidth());
  CHECK(details.heightForWidth(220) > 3 * details.fontMetrics().lineSpacing());
  CHECK(details.text().contains("0123\u00a04567\u00a08901"));
}

TEST_CASE("the details keep the room that they once needed, until the next call or another width") {
  CallDetails details;
  details.resize(300, details.minimumHeight());
  const int least = details.minimumHeight();
  CallStatus status = call_status(Phase::in_call);
  const auto show = [&](const QString& drawn_by) {
    details.show_call(status, std::nullopt, {}, {}, drawn_by);
    return details.minimumHeight();
  };
  CHECK(show("software") == least);
  const int most = show(QString("a card with a long name ").repeated(20));
  CHECK(most > least);
  CHECK(show("software") == most);
  ++status.run;
  CHECK(show("software") == least);
}

TEST_CASE("a recording shows its time and its size") {
  Fixture f;
  CallStatus status = call_status(Phase::in_call);
  status.recording = "run";
  status.run_time = 100s;
  f.view.set_status(status);
  status.run_time = 165s;
  f.view.set_status(status);
  CHECK(f.view.controls().record().text() == "0:00");  // nobody was there to be recorded
  status.recorded_time = 65s;
  status.recorded = bytes(4'460'000);
  f.view.set_status(status);
  CHECK(f.view.controls().record().isChecked());
  CHECK(f.view.controls().record().text() == "1:05");
  const auto* line = f.view.findChild<StatusLine*>();
  REQUIRE(line != nullptr);
  CHECK(line->recording_words() == "Recording 1:05, 4.5 MB");
  CHECK_FALSE(line->accessibleName().contains("Recording"));  // it would be read out each second
  status.recording.clear();
  for (int i = 0; i < 40; ++i) f.view.set_status(status);
  CHECK(line->recording_words() == "");
  CHECK(clock_words(3723s) == "1:02:03");
  CHECK(recording_words(3723s, bytes(2'345'000'000)) == "Recording 1:02:03, 2.35 GB");
}

TEST_CASE("a recording of a call that only sends has its time and size too") {
  Fixture f;
  CallStatus status = call_status(Phase::in_call);
  status.receives = false;
  status.recording = "run";
  status.recorded = bytes(4'460'000);
  status.recorded_time = 65s;
  f.view.set_status(status);
  CHECK(f.view.findChild<StatusLine*>()->recording_words() == "Recording 1:05, 4.5 MB");
  CHECK(f.view.controls().record().toolTip().contains("picture and sound"));
}

TEST_CASE("a recording without pictures says that it has the run alone") {
  Fixture f;
  CallStatus status = call_status(Phase::in_call);
  CHECK(f.view.controls().record().toolTip().contains("picture and sound"));
  status.receives = status.records_pictures = false;
  status.recording = "run";
  status.run_time = 5s;
  f.view.set_status(status);
  status.run_time = 70s;
  f.view.set_status(status);
  CHECK(f.view.findChild<StatusLine*>()->recording_words() == "Recording 1:05, the run only");
  CHECK(f.view.controls().record().toolTip().contains("receives no picture"));
}

TEST_CASE("a screen that the peer says it shows does not stand still, nor as it ends") {
  Fixture f;
  CallStatus status = call_status(Phase::in_call);
  const auto at = [&](Duration time, bool screen) {
    status.run_time = time;
    status.peer_shows_screen = screen;
    f.view.set_status(status);
    f.view.set_conditions({.frozen = 0.6, .round_trip_ms = 50});
    f.view.set_status(status);
    return f.view.controls().status().quality_words();
  };
  CHECK(at(10s, true) == "Good");
  CHECK(at(14s, false) == "Good");
  CHECK(at(17s, false) == "Poor: the picture stands still for 60 % of the time");
}

TEST_CASE("the screen of a caller who left does not excuse the next one's picture, which stands still") {
  Fixture f;
  CallStatus status = call_status(Phase::in_call);
  const auto at = [&](Duration time, Phase phase, bool screen) {
    status.run_time = time;
    status.phase = phase;
    status.peer_shows_screen = screen;
    f.view.set_status(status);
    f.view.set_conditions({.frozen = 0.6, .round_trip_ms = 50});
    f.view.set_status(status);
    return f.view.controls().status().quality_words();
  };
  CHECK(at(10s, Phase::in_call, true) == "Good");
  at(11s, Phase::waiting, true);
  CHECK(at(12s, Phase::in_call, false) == "Poor: the picture stands still for 60 % of the time");
}
