#include "gui/settings/option_words.h"

#include <QComboBox>
#include <catch2/catch.hpp>

#include "gui/call/call_details.h"
#include "tests/gui/window_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Phase = CallStatus::Phase;

TEST_CASE("a sentence names the controls of the window where the command line has options") {
  const auto [said, shown] = GENERATE(
      std::pair("Another program has port 5004: end it, or choose another port (--bind).",
                "Another program has port 5004: end it, or choose another port (“Port” on the start page)."),
      std::pair("check the address of --bind.", "check the address of “Wait at address and port” in the settings."),
      std::pair("Plug it in, or give --audio another one, 'test' or 'none'.",
                "Plug it in, or choose under “Microphone” in the settings another one, 'test' or 'none'."),
      std::pair("Give --size 64x48 to 4096x4096 and --fps 1 to 120.",
                "Choose under “Picture size” in the settings 64x48 to 4096x4096 and “Pictures per second” in the "
                "settings 1 to 120."),
      std::pair("to see them start with --largest-picture 1920x1080.",
                "to see them set “Largest picture of the other side” in the settings to 1920x1080."),
      std::pair("Free some space, or give --record a file in a folder you can write to.",
                "Free some space, or choose under “Folder of recordings” in the settings a file in a folder you can "
                "write to."),
      std::pair("there is no such folder; give one that --out wrote.",
                "there is no such folder; give one that Record wrote."),
      std::pair("--whip sends video, and --receive-only wants none sent.",
                "“whip:” sends video, and “Only receive” on the start page wants none sent."),
      std::pair("--turn needs --turn-user NAME",
                "“TURN server” in the settings needs “Name at the TURN server” in the "
                "settings NAME"));
  CHECK(option_words(QString(said)) == shown);
}

TEST_CASE("an option without a control keeps its name, and so does all else") {
  const QString sentence =
      GENERATE("The time of --duration is over.", "A call -- so it seems -- is on.", "", "record one with --packets",
               "--page-certificates", "Recorded into /data/a--fps/2026", "run--size-2", "--size-of-it");
  CHECK(option_words(sentence) == sentence);
}

TEST_CASE("in the settings a row is named without where it is") {
  CHECK(option_words("--min-bitrate (9Mbps) is above --max-bitrate (8Mbps, the default).", OptionPlace::settings) ==
        "“Lowest rate” (9Mbps) is above “Highest rate” (8Mbps, the default).");
  CHECK(
      option_words("Another program has port 5004: end it, or choose another port (--bind).", OptionPlace::settings) ==
      "Another program has port 5004: end it, or choose another port (“Wait at address and port”).");
}

TEST_CASE("window: no option of the command line is named where a call tells what to do") {
  WindowFixture f;
  f.window->start_page().demo_button().click();
  f.calls.next.failures = {"Cannot listen: check --bind."};
  f.calls.next.notices = {"Only a relay helps (--turn)."};
  f.calls.next.events = {{1s, RunEvent::Kind::problem, {}, "larger than --largest-picture"}};
  CallStatus status = status_of(Phase::in_call, "In a call");
  status.sound.microphone = {SoundDeviceStatus::State::missing, "", "Plug one in, or give --audio 'test'."};
  f.set_status(status);
  CHECK(f.message() == "Cannot listen: check “Wait at address and port” in the settings.");
  CHECK(f.window->details().text().contains("Only a relay helps (“TURN server” in the settings)."));
  CHECK_FALSE(f.shows("--"));
  f.set_status(status_of(Phase::ended, "Cannot listen: choose another port (--bind)."));
  CHECK(f.shows("“Wait at address and port” in the settings"));
  CHECK_FALSE(f.shows("--"));
}
