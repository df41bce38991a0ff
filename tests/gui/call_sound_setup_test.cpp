#include <QApplication>
#include <QSignalSpy>
#include <QTest>
#include <catch2/catch.hpp>

#include "gui/call/button.h"
#include "gui/call/level_meter.h"
#include "gui/call/sound_choice.h"
#include "gui/call/sound_setup.h"
#include "gui/call/start_page.h"

using namespace evenkeel;

namespace {

const std::vector<SoundChoice> microphones{{"mic:desk", "Desk microphone"}, {"mic:head", "Headset"}};
const std::vector<SoundChoice> loudspeakers{{"box", "Boxes"}};

struct Fixture {
  std::vector<StartCall> starts;
  std::vector<std::optional<QString>> previews;
  PictureSlot own;
  StartPage page{own};

  Fixture() {
    QObject::connect(&page, &StartPage::start_requested, [this](const StartCall& start) { starts.push_back(start); });
    QObject::connect(&page, &StartPage::sound_preview_requested,
                     [this](const std::optional<QString>& audio) { previews.push_back(audio); });
    page.resize(1280, 720);
    page.show();
    QApplication::processEvents();
  }
  SoundSetup& setup() { return page.sound_setup(); }
  void list() {
    page.set_sound_choices(SoundEnd::microphone, microphones);
    page.set_sound_choices(SoundEnd::loudspeaker, loudspeakers);
  }
  static void choose(SoundChoiceBox& box, const QString& entry) {
    const int index = box.findText(entry);
    if (index < 0) throw std::runtime_error("no entry " + entry.toStdString());
    box.setCurrentIndex(index);
    Q_EMIT box.activated(index);
  }
};

}  // namespace

TEST_CASE("the start page listens to the system's microphone while it is visible, then to the one that is chosen") {
  Fixture f;
  CHECK(f.previews.empty());  // Somebody may want none, which the page is not told yet.
  f.list();
  REQUIRE(f.previews.size() == 1);
  CHECK(f.previews[0] == QString());
  f.list();
  CHECK(f.previews.size() == 1);  // a list alone interrupts nothing
  f.choose(f.setup().microphone(), "Headset");
  CHECK(f.previews.back() == QString("mic:head"));
  f.page.hide();
  CHECK_FALSE(f.previews.back());
  f.page.show();
  CHECK(f.previews.back() == QString("mic:head"));
  f.page.demo_button().click();
  CHECK_FALSE(f.previews.back());  // The microphone is free for the call.
}

TEST_CASE("a call begins with the devices that were chosen, and as the command line says where none were") {
  Fixture f;
  f.list();
  f.page.demo_button().click();
  CHECK_FALSE(f.starts.back().audio);
  CHECK_FALSE(f.starts.back().speaker);
  f.choose(f.setup().microphone(), "Desk microphone");
  f.choose(f.setup().loudspeaker(), "Boxes");
  f.page.demo_button().click();
  CHECK(f.starts.back().audio == "mic:desk");
  CHECK(f.starts.back().speaker == "box");
  f.choose(f.setup().microphone(), "No microphone");
  f.choose(f.setup().loudspeaker(), "Loudspeaker of the system");
  f.page.demo_button().click();
  CHECK(f.starts.back().audio == "none");
  CHECK(f.starts.back().speaker == "");
}

TEST_CASE("a microphone that is not there is replaced by the system's, and chosen again when it is back") {
  Fixture f;
  f.page.set_sound(SoundEnd::microphone, "mic:gone");
  CHECK(f.setup().microphone().option() == QString("mic:gone"));  // nothing is known yet
  f.list();
  CHECK(f.setup().microphone().option() == QString());
  CHECK(f.previews.back() == QString());
  CHECK(f.setup().microphone().currentText() == "Microphone of the system");
  CHECK(f.page.wanted_sound(SoundEnd::microphone) == QString("mic:gone"));
  f.page.set_sound_choices(SoundEnd::microphone, {{"mic:gone", "Found again"}});
  CHECK(f.setup().microphone().currentText() == "Found again");
  CHECK(f.previews.back() == QString("mic:gone"));
}

TEST_CASE("sound from a file or the test sound can be set, and silence") {
  Fixture f;
  f.list();
  const auto shown = [&](SoundEnd end, const QString& option) {
    f.page.set_sound(end, option);
    return (end == SoundEnd::microphone ? f.setup().microphone() : f.setup().loudspeaker()).currentText();
  };
  CHECK(shown(SoundEnd::microphone, "/sounds/speech.wav") == "File speech.wav");
  CHECK(shown(SoundEnd::loudspeaker, "/tmp/heard.wav") == "File heard.wav");
  CHECK(shown(SoundEnd::microphone, "test") == "Test sound: a beep each second");
  CHECK(shown(SoundEnd::microphone, "mic") == "Microphone of the system");
  CHECK(shown(SoundEnd::microphone, "mic:desk") == "Desk microphone");
  CHECK(shown(SoundEnd::loudspeaker, "none") == "No loudspeaker");
}

TEST_CASE("the loudspeaker that is chosen can be heard before a call") {
  Fixture f;
  QSignalSpy tests(&f.page, &StartPage::loudspeaker_test_requested);
  f.list();
  f.setup().test().click();
  f.choose(f.setup().loudspeaker(), "Boxes");
  f.setup().test().click();
  REQUIRE(tests.count() == 2);
  CHECK(tests[0][0].toString().isEmpty());
  CHECK(tests[1][0].toString() == "box");
}

TEST_CASE("the meter of the start page moves, and what is wrong stands below it") {
  Fixture f;
  SoundStatus sound;
  sound.capture_level = 0.1;
  f.setup().set_status(sound);
  CHECK(f.setup().meter().words() == "-20 dB");
  CHECK(f.setup().problem().isEmpty());
  sound = {};
  sound.microphone = {SoundDeviceStatus::State::missing, "", "no microphone: no sound service runs; start PipeWire."};
  f.setup().set_status(sound);
  CHECK_FALSE(f.setup().meter().is_active());
  CHECK(f.setup().problem() == "No microphone: no sound service runs; start PipeWire.");
  f.setup().set_status({});
  CHECK(f.setup().problem().isEmpty());
}
