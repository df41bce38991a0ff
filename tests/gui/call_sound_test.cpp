#include <QApplication>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <catch2/catch.hpp>

#include "gui/call/button.h"
#include "gui/call/call_view.h"
#include "gui/call/level_meter.h"
#include "gui/call/sound_controls.h"
#include "gui/call/sound_menu.h"
#include "gui/call/sound_words.h"
#include "gui/call/status_line.h"
#include "tests/gui/accessibility.h"
#include "tests/gui/bare_call_view.h"
#include "tests/gui/call_pictures.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Phase = CallStatus::Phase;
using State = SoundDeviceStatus::State;
using Peer = SoundStatus::Peer;

namespace {

CallStatus in_call(const SoundStatus& sound = {}) {
  CallStatus status = call_status(Phase::in_call);
  status.sound = sound;
  return status;
}

struct Fixture : BareCallView {
  SoundControls& sound() { return view.controls().sound(); }
  StatusLine& line() { return view.controls().status(); }
  /// As somebody who opens the menu.
  QAction* entry(const QString& text, int which = 0) {
    Q_EMIT sound().menu().aboutToShow();
    for (QAction* action : sound().menu().actions())
      if (action->text() == text && which-- == 0) return action;
    throw std::runtime_error("no entry " + text.toStdString());
  }
};

const std::vector<SoundChoice> microphones{{"mic:desk", "Desk microphone"}, {"mic:head", "Headset"}};
const std::vector<SoundChoice> loudspeakers{{"box", "Boxes"}};

}  // namespace

TEST_CASE("what keeps people from hearing each other stands in words") {
  const auto words = [](auto change, Phase phase = Phase::in_call) {
    CallStatus status = in_call();
    status.phase = phase;
    change(status.sound);
    return sound_words(status);
  };
  CHECK(words([](SoundStatus&) {}).isEmpty());
  CHECK(words([](SoundStatus& s) { s.muted = true; }) == "You are muted");
  CHECK(words([](SoundStatus& s) { s.muted = s.speaks_while_muted = true; }) == "You are muted, but you speak");
  CHECK(words([](SoundStatus& s) { s.microphone.state = State::missing; }) == "No microphone");
  CHECK(words([](SoundStatus& s) { s.microphone.state = State::lost; }) == "Microphone lost");
  CHECK(words([](SoundStatus& s) { s.microphone.state = State::off; }) == "Microphone off");
  CHECK(words([](SoundStatus& s) { s.loudspeaker.state = State::missing; }) == "No loudspeaker");
  CHECK(words([](SoundStatus& s) { s.loudspeaker.state = State::lost; }) == "Loudspeaker lost: you hear nothing");
  CHECK(words([](SoundStatus& s) { s.peer = Peer::muted; }) == "The other side is muted");
  CHECK(words([](SoundStatus& s) { s.peer = Peer::none; }) == "The other side has no sound");
  CHECK(words([](SoundStatus& s) { s.peer = Peer::heard; }).isEmpty());
  CHECK(words([](SoundStatus& s) { s.peer_takes_none = true; }) == "The other side takes no sound");
  CHECK(words([](SoundStatus& s) { s.peer_takes_none = s.muted = true; }) ==
        "You are muted · the other side takes no sound");
  CHECK(words([](SoundStatus& s) {
          s.peer_takes_none = true;
          s.microphone.state = State::off;
        }) == "Microphone off");
  CHECK(words([](SoundStatus& s) { s.peer_takes_none = true; }, Phase::silent).isEmpty());
  CHECK(words([](SoundStatus& s) { s.video_paused = true; }) ==
        "Sound only: the connection is too slow for the picture");
  CHECK(words([](SoundStatus& s) {
          s.muted = true;
          s.peer = Peer::muted;
        }) == "You are muted · the other side is muted");
  CHECK(words([](SoundStatus& s) { s.peer = Peer::muted; }, Phase::silent).isEmpty());
  CHECK(words([](SoundStatus& s) { s.muted = true; }, Phase::waiting) == "You are muted");
  CHECK(words([](SoundStatus& s) { s.muted = true; }, Phase::ended).isEmpty());
}

TEST_CASE("what changes in the call comes before that this machine has no sound, which a narrow window cuts off") {
  CallStatus status = in_call();
  status.sound.microphone.state = status.sound.loudspeaker.state = State::missing;
  status.sound.peer = Peer::muted;
  CHECK(sound_words(status) == "The other side is muted · no microphone · no loudspeaker");
  status.sound.microphone.state = State::lost;
  CHECK(sound_words(status) == "Microphone lost · the other side is muted · no loudspeaker");
}

TEST_CASE("a media server without sound is named") {
  CallStatus status = in_call();
  status.server = "sfu.example";
  status.sound.peer_takes_none = true;
  CHECK(sound_words(status) == "The server sfu.example takes no sound");
  status.sound.peer_takes_none = false;
  status.sound.peer = Peer::none;
  CHECK(sound_words(status) == "The server sfu.example has no sound");
}

TEST_CASE("without a microphone nobody is called muted, and who only receives sees nothing of one") {
  CallStatus status = in_call();
  status.sound.muted = true;
  status.sound.microphone.state = State::missing;
  CHECK(sound_words(status) == "No microphone");
  CHECK(muted_words(status.sound).isEmpty());
  status.sends = false;
  CHECK(sound_words(status).isEmpty());
  status.sends = true;
  status.receives = false;
  status.sound.loudspeaker.state = State::missing;
  status.sound.peer = Peer::none;
  CHECK(sound_words(status) == "No microphone");
}

TEST_CASE("words on sound stand before that on the quality, and on the own picture") {
  Fixture f;
  f.view.set_conditions({.round_trip_ms = 100});
  SoundStatus sound;
  sound.muted = true;
  f.view.set_status(in_call(sound));
  CHECK(f.line().sound_words() == "You are muted");
  CHECK(f.line().accessibleName() == "In call. You are muted. Good");
  CHECK(f.view.video().own().notice() == "You are muted");
  CallStatus both = in_call(sound);
  both.video_muted = true;
  f.view.set_status(both);
  CHECK(f.view.video().own().notice() == "Video muted\nYou are muted");
  sound = {};
  sound.video_paused = true;
  f.view.set_status(in_call(sound));
  CHECK(f.view.video().own().notice() == "Sound only: the connection is too slow for the picture");
}

TEST_CASE("what is said on the own picture lies on no other words, as those of the notice that the peer sees") {
  Fixture f;
  f.own.put(half_white_picture(640, 360));
  QApplication::processEvents();
  const auto corner = [&f] { return f.view.video().own().grab().toImage().pixelColor(20, 40).lightness(); };
  CHECK(corner() > 200);
  CallStatus status = in_call();
  status.sound.muted = status.video_muted = true;
  f.view.set_status(status);
  CHECK(corner() < 60);
  status.video_muted = false;
  f.view.set_status(status);
  CHECK(corner() > 200);
}

TEST_CASE("where the own picture is small a notice takes the room of the caption") {
  const bool small = GENERATE(true, false);
  Fixture f;
  f.view.resize(small ? QSize(400, 300) : QSize(1400, 900));
  f.own.put(grey_picture(640, 360, 16));
  CallStatus status = in_call();
  status.sound.muted = status.sound.speaks_while_muted = true;
  f.view.set_status(status);
  QApplication::processEvents();
  OwnPicture& own = f.view.video().own();
  const QImage before = own.grab().toImage();
  own.set_caption("1.48 Mbit/s");
  CHECK((own.grab().toImage() == before) == small);
}

TEST_CASE("who speaks while muted sees a hint, on the full screen too") {
  Fixture f;
  auto* idle = f.view.findChild<QTimer*>("idle");
  REQUIRE(idle);
  f.view.set_full_screen(true);
  REQUIRE(QMetaObject::invokeMethod(idle, "timeout", Qt::DirectConnection));
  REQUIRE_FALSE(f.view.controls().isVisible());
  SoundStatus sound;
  sound.muted = true;
  f.view.set_status(in_call(sound));
  CHECK_FALSE(f.view.controls().isVisible());
  sound.speaks_while_muted = true;
  f.view.set_status(in_call(sound));
  CHECK(f.view.controls().isVisible());
  CHECK(level_of(in_call(sound)) == StatusLevel::attention);
  f.view.set_full_screen(false);
}

TEST_CASE("mute is shown at once, until the call has followed") {
  Fixture f;
  QSignalSpy asked(&f.sound(), &SoundControls::mute_requested);
  QTest::mouseClick(&f.sound().mute(), Qt::LeftButton);
  REQUIRE(asked.count() == 1);
  CHECK(asked[0][0].toBool());
  SoundStatus sound;
  sound.capture_level = 0.5;
  f.view.set_status(in_call(sound));  // The command is still on its way.
  CHECK(f.sound().mute().isChecked());
  CHECK(f.sound().mute().text() == "Muted");
  CHECK_FALSE(f.sound().own_meter().is_active());
  sound.muted = true;
  f.view.set_status(in_call(sound));
  sound.muted = false;
  f.view.set_status(in_call(sound));  // Now the call itself says otherwise.
  CHECK(f.sound().mute().text() == "Mute");
  CHECK(f.sound().own_meter().is_active());
}

TEST_CASE("the meters of both sides move with the call, and rest without one") {
  Fixture f;
  SoundStatus sound;
  sound.capture_level = 0.1;
  sound.playing_level = 0.01;
  f.view.set_status(in_call(sound));
  CHECK(f.sound().own_meter().words() == "-20 dB");
  CHECK(f.sound().peer_meter().words() == "-40 dB");
  sound.playing_level.reset();
  f.view.set_status(in_call(sound));
  CHECK_FALSE(f.sound().peer_meter().is_active());
  CallStatus over = in_call(sound);
  over.phase = Phase::ended;
  f.view.set_status(over);
  CHECK_FALSE(f.sound().own_meter().is_active());
  CHECK_FALSE(f.sound().mute().isEnabled());
  CHECK_FALSE(f.sound().volume_slider().isEnabled());
}

TEST_CASE("what is wrong with the microphone stands at the mute button and in the menu") {
  Fixture f;
  SoundStatus sound;
  sound.microphone = {State::missing, "mic:desk", "no microphone: no sound service runs; start PipeWire."};
  f.view.set_status(in_call(sound));
  CHECK(f.sound().mute().toolTip().startsWith("No microphone: no sound service runs"));
  CHECK(f.sound().mute().toolTip().contains("(M)"));
  CHECK_FALSE(f.entry("No microphone: no sound service runs; start PipeWire.")->isEnabled());
  sound.microphone.state = State::running;
  f.view.set_status(in_call(sound));
  CHECK(f.sound().mute().toolTip() == "Sends silence instead of your microphone; the other side is told (M).");
}

TEST_CASE("microphone and loudspeaker are chosen during a call, and the present ones are marked") {
  Fixture f;
  std::vector<std::pair<SoundEnd, QString>> chosen;
  QObject::connect(&f.sound(), &SoundControls::option_chosen,
                   [&](SoundEnd end, const QString& option) { chosen.emplace_back(end, option); });
  QSignalSpy looked(&f.sound(), &SoundControls::devices_requested);
  QSignalSpy tested(&f.sound(), &SoundControls::test_requested);
  f.sound().set_present(SoundEnd::microphone, microphones);
  f.sound().set_present(SoundEnd::loudspeaker, loudspeakers);
  SoundStatus sound;
  sound.microphone = {State::running, "mic:head", "Headset"};
  f.view.set_status(in_call(sound));
  CHECK(f.entry("Headset")->isChecked());
  CHECK(looked.count() == 1);
  CHECK_FALSE(f.entry("Desk microphone")->isChecked());
  CHECK(f.entry("Loudspeaker of the system")->isChecked());
  f.entry("Desk microphone")->trigger();
  f.entry("Boxes")->trigger();
  f.entry("No microphone")->trigger();
  f.entry("Microphone of the system")->trigger();
  f.entry("Test the loudspeaker")->trigger();
  using Choice = std::pair<SoundEnd, QString>;
  CHECK(chosen == std::vector<Choice>{{SoundEnd::microphone, "mic:desk"},
                                      {SoundEnd::loudspeaker, "box"},
                                      {SoundEnd::microphone, "none"},
                                      {SoundEnd::microphone, ""}});
  CHECK(tested.count() == 1);
}

TEST_CASE("the volume is a slider that the keyboard moves; half of it is much less than half") {
  Fixture f;
  QSignalSpy chosen(&f.sound(), &SoundControls::volume_chosen);
  CHECK(f.sound().volume() == 100);
  QTest::keyClick(&f.sound().volume_slider(), Qt::Key_Left);
  REQUIRE(chosen.count() == 1);
  CHECK(chosen[0][0].toInt() == 99);
  CHECK(volume_factor(0) == 0);
  CHECK(volume_factor(100) == 1);
  CHECK(volume_factor(50) == Approx(0.125));
  CHECK(volume_factor(200) == 1);
}

TEST_CASE("the fewer pixels, the fewer words on the buttons, and nothing is cut off") {
  Fixture f;
  for (const int width : {340, 360, 420, 500, 560, 608, 640, 720, 860, 1100, 1280, 1900}) {
    f.view.resize(width, 480);
    QApplication::processEvents();
    INFO(width);
    for (QWidget* part : f.view.controls().findChildren<QWidget*>()) {
      if (!part->isVisible()) continue;
      const QRect place(part->mapTo(&f.view, QPoint()), part->size());
      INFO(part->metaObject()->className() << ' ' << part->accessibleName().toStdString());
      CHECK(f.view.rect().contains(place));
    }
    for (Button* button : f.view.controls().findChildren<Button*>()) {
      INFO(button->accessibleName().toStdString());
      CHECK(button->width() >= button->sizeHint().width());
      CHECK(button->height() >= button->sizeHint().height());
    }
    CHECK(f.sound().volume_slider().width() >= 28);
  }
  CHECK(f.sound().mute().shape() == Button::Shape::beside);
  f.view.resize(360, 480);
  CHECK(f.sound().mute().shape() == Button::Shape::icon_only);
}

TEST_CASE("every control of the sound has a name and a tool tip") {
  Fixture f;
  CHECK(unnamed_controls(f.sound()) == std::vector<std::string>{});
  CHECK(controls_without_tool_tip(f.sound()) == std::vector<std::string>{});
  for (LevelMeter* meter : f.sound().findChildren<LevelMeter*>()) {
    CHECK_FALSE(meter->accessibleName().isEmpty());
    CHECK_FALSE(meter->toolTip().isEmpty());
  }
}

TEST_CASE("a lost microphone or loudspeaker has no green dot") {
  for (SoundDeviceStatus SoundStatus::*device : {&SoundStatus::microphone, &SoundStatus::loudspeaker}) {
    SoundStatus sound;
    (sound.*device).state = State::lost;
    CHECK(level_of(in_call(sound)) == StatusLevel::attention);
  }
}

TEST_CASE("who points at the menu of the sound finds in it what is plugged in by then") {
  Fixture f;
  QSignalSpy looked(&f.sound(), &SoundControls::devices_requested);
  QEnterEvent enter({1, 1}, {1, 1}, {1, 1});
  QApplication::sendEvent(&f.sound().devices(), &enter);
  CHECK(looked.count() == 1);
}
