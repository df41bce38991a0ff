#include <catch2/catch.hpp>

#include "gui/call/level_meter.h"
#include "gui/call/sound_controls.h"
#include "gui/call/sound_menu.h"
#include "gui/call/sound_setup.h"
#include "tests/gui/window_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

struct SoundFixture : WindowFixture {
  SoundControls& controls() { return window->call_view().controls().sound(); }
  SoundSetup& setup() { return window->start_page().sound_setup(); }
  void list() {
    calls.next.microphones = std::vector<SoundChoice>{{"mic:desk", "Desk microphone"}};
    calls.next.loudspeakers = std::vector<SoundChoice>{{"box", "Boxes"}};
    poll();
  }
  void choose_in_call(const QString& entry) {
    Q_EMIT controls().menu().aboutToShow();
    for (QAction* action : controls().menu().actions())
      if (action->text() == entry) return action->trigger();
    throw std::runtime_error("no entry " + entry.toStdString());
  }
};

}  // namespace

TEST_CASE("window: M mutes the microphone, and again at once where the call has not followed yet") {
  SoundFixture f;
  f.begin_demo();
  f.window->call_view().setFocus();
  f.press(Qt::Key_M);
  f.poll();
  CHECK(f.shows("Muted"));
  f.press(Qt::Key_M);
  f.press(Qt::Key_M);
  const auto sent = f.calls.sent<MuteSound>();
  REQUIRE(sent.size() == 3);
  CHECK(sent[0].muted);
  CHECK_FALSE(sent[1].muted);
  CHECK(sent[2].muted);
  CallStatus status = status_of(CallStatus::Phase::in_call);
  status.sound.muted = true;
  f.set_status(status);
  CHECK(f.shows("You are muted"));
  f.press(Qt::Key_M);
  CHECK_FALSE(f.calls.sent<MuteSound>().back().muted);
}

TEST_CASE("window: N sets a marker") {
  SoundFixture f;
  f.begin_demo();
  f.window->dialogs().words = [](auto&&...) { return QString("a door"); };
  f.window->call_view().setFocus();
  f.press(Qt::Key_N);
  REQUIRE(f.calls.sent<AddNote>().size() == 1);
  CHECK(f.calls.sent<AddNote>()[0].text == "a door");
}

TEST_CASE("window: microphone and loudspeaker that were chosen are chosen again at the next start") {
  const bool in_call = GENERATE(false, true);
  SoundFixture f;
  f.list();
  if (in_call) {
    f.begin_demo();
    f.choose_in_call("Desk microphone");
    f.choose_in_call("Boxes");
    REQUIRE(f.calls.sent<ChooseMicrophone>().size() == 1);
    CHECK(f.calls.sent<ChooseMicrophone>()[0].audio == "mic:desk");
    REQUIRE(f.calls.sent<ChooseLoudspeaker>().size() == 1);
    CHECK(f.calls.sent<ChooseLoudspeaker>()[0].speaker == "box");
  } else {
    const auto choose = [](SoundChoiceBox& box) {
      box.setCurrentIndex(1);
      Q_EMIT box.activated(1);
    };
    choose(f.setup().microphone());
    choose(f.setup().loudspeaker());
    CHECK(f.calls.sent<ChooseMicrophone>().empty());
  }
  f.close();
  f.open();
  f.window->start_page().demo_button().click();
  CHECK(f.calls.sent<StartCall>().back().audio == "mic:desk");
  CHECK(f.calls.sent<StartCall>().back().speaker == "box");
}

TEST_CASE("window: a call that is made again has the devices that were chosen during the last") {
  SoundFixture f;
  f.list();
  f.begin_demo();
  f.choose_in_call("Desk microphone");
  f.set_status(status_of(CallStatus::Phase::ended, "You hung up."));
  f.control<Button>("Run the demo again").click();
  CHECK(f.calls.sent<StartCall>().back().audio == "mic:desk");
}

TEST_CASE("window: what the command line says of sound is taken, and not kept") {
  SoundFixture f;
  f.window->launch({.audio = "test", .speaker = "none"});
  f.window->start_page().demo_button().click();
  CHECK(f.calls.sent<StartCall>().back().audio == "test");
  CHECK(f.calls.sent<StartCall>().back().speaker == "none");
  f.close();
  f.open();
  f.window->start_page().demo_button().click();
  CHECK_FALSE(f.calls.sent<StartCall>().back().audio);
}

TEST_CASE("window: the test sound is not the microphone of the next start") {
  SoundFixture f;
  f.list();
  Q_EMIT f.window->start_page().sound_chosen(SoundEnd::microphone, "mic:desk");
  Q_EMIT f.window->start_page().sound_chosen(SoundEnd::microphone, "test");
  f.close();
  f.open();
  CHECK(f.window->start_page().wanted_sound(SoundEnd::microphone) == QString("mic:desk"));
  f.close();
  QSettings().setValue("start/microphone", "test");  // by an earlier version
  f.open();
  CHECK_FALSE(f.window->start_page().wanted_sound(SoundEnd::microphone));
}

TEST_CASE("window: the volume is that of the call that runs, of the next, and of the next start") {
  SoundFixture f;
  f.begin_demo();
  CHECK(f.calls.sent<StartCall>().back().volume == 1);
  f.controls().set_volume(50);
  REQUIRE(f.calls.sent<SetVolume>().size() == 1);
  CHECK(f.calls.sent<SetVolume>()[0].volume == Approx(0.125));
  f.close();
  f.open();
  CHECK(f.controls().volume() == 50);
  f.set_status({});
  f.window->start_page().demo_button().click();
  CHECK(f.calls.sent<StartCall>().back().volume == Approx(0.125));
}

TEST_CASE("window: microphones that came meanwhile are looked for when the menu opens") {
  SoundFixture f;
  f.begin_demo();
  f.calls.commands.clear();
  Q_EMIT f.controls().menu().aboutToShow();
  CHECK(f.calls.sent<ListDevices>().size() == 1);
}

TEST_CASE("window: the start page listens, and stops with it") {
  SoundFixture f;
  CHECK(f.calls.sent<PreviewSound>().empty());
  f.list();
  REQUIRE_FALSE(f.calls.sent<PreviewSound>().empty());
  CHECK(f.calls.sent<PreviewSound>().back().audio == "");
  CallStatus status;
  status.sound.capture_level = 0.1;
  f.set_status(status);
  CHECK(f.setup().meter().is_active());
  f.window->start_page().demo_button().click();
  CHECK_FALSE(f.calls.sent<PreviewSound>().back().audio);
}

TEST_CASE("window: a saved configuration has the sound that was chosen, and gives it back") {
  SoundFixture f;
  f.window->start_page().set_sound(SoundEnd::microphone, "mic:desk");
  f.window->dialogs().file_to_save = [](auto&&...) { return QString("/one.toml"); };
  f.window->dialogs().file_to_open = [](auto&&...) { return QString("/one.toml"); };
  Q_EMIT f.window->tuning_panel().save_requested();
  REQUIRE(f.configurations.contains("/one.toml"));
  CHECK(f.configurations["/one.toml"].audio == "mic:desk");
  CHECK_FALSE(f.configurations["/one.toml"].speaker);
  f.window->start_page().set_sound(SoundEnd::microphone, "none");
  Q_EMIT f.window->tuning_panel().load_requested();
  CHECK(f.window->start_page().wanted_sound(SoundEnd::microphone) == QString("mic:desk"));
}

TEST_CASE("window: the loudspeaker's test is as loud as calls are, and not asked for where nothing would be heard") {
  SoundFixture f;
  f.window->start_page().sound_setup().test().click();
  REQUIRE(f.calls.sent<TestLoudspeaker>().size() == 1);
  CHECK(f.calls.sent<TestLoudspeaker>()[0].volume == 1);
  f.begin_demo();
  f.controls().set_volume(50);
  f.choose_in_call("Test the loudspeaker");
  REQUIRE(f.calls.sent<TestLoudspeaker>().size() == 2);
  CHECK(f.calls.sent<TestLoudspeaker>()[1].volume == Approx(0.125));
  f.controls().set_volume(0);
  f.choose_in_call("Test the loudspeaker");
  CHECK(f.calls.sent<TestLoudspeaker>().size() == 2);
  CHECK(f.message().startsWith("The volume is at its lowest"));
}

TEST_CASE("window: the lists of the start page follow what is plugged in, as long as they are in sight") {
  SoundFixture f;
  REQUIRE(!f.calls.sent<FollowDevices>().empty());
  CHECK(f.calls.sent<FollowDevices>().back().on);
  f.list();
  CHECK(f.setup().loudspeaker().findText("Boxes") >= 0);
  f.calls.next.loudspeakers = std::vector<SoundChoice>{{"box", "Boxes"}, {"ear", "Headset"}};
  f.calls.next.cameras = std::vector<CameraChoice>{{"camera:desk", "Desk camera"}};
  f.poll();
  CHECK(f.setup().loudspeaker().findText("Headset") >= 0);
  CHECK(f.control<QComboBox>("Camera").findText("Desk camera") >= 0);
  f.begin_demo();
  CHECK_FALSE(f.calls.sent<FollowDevices>().back().on);
}
