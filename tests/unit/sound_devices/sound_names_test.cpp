#include "app/sound/sound_names.h"

#include <catch2/catch.hpp>

#include "app/sound/device_choice.h"
#include "app/sound/sound_devices.h"

namespace evenkeel {

TEST_CASE("What --audio names") {
  using Kind = MicrophoneSpec::Kind;
  struct Row {
    const char* text;
    Kind kind;
    const char* name;
  };
  const auto row = GENERATE(values<Row>({{"mic", Kind::any_device, ""},
                                         {"mic:desk", Kind::named_device, "desk"},
                                         {"mic:a:b c", Kind::named_device, "a:b c"},
                                         {"mic:speech.wav", Kind::named_device, "speech.wav"},
                                         {"test", Kind::test, ""},
                                         {"none", Kind::none, ""},
                                         {"speech.wav", Kind::file, "speech.wav"},
                                         {"/a/b.WAV", Kind::file, "/a/b.WAV"},
                                         {"test.wav", Kind::file, "test.wav"}}));
  CAPTURE(row.text);
  const auto spec = parse_microphone(row.text);
  REQUIRE(spec);
  CHECK(spec.value->kind == row.kind);
  CHECK(spec.value->name == row.name);
}

TEST_CASE("What --audio does not take, in one sentence") {
  const std::string text = GENERATE("", "mic:", "desk", "speech.mp3", ".wav", "Mic", "None");
  CAPTURE(text);
  const auto spec = parse_microphone(text);
  CHECK_FALSE(spec);
  CHECK(spec.error.starts_with("'" + text + "' is no sound to send"));
}

TEST_CASE("What --speaker names") {
  using Kind = LoudspeakerSpec::Kind;
  struct Row {
    const char* text;
    Kind kind;
    const char* name;
  };
  const auto row = GENERATE(values<Row>({{"default", Kind::any_device, ""},
                                         {"none", Kind::none, ""},
                                         {"desk", Kind::named_device, "desk"},
                                         {"heard.wav", Kind::file, "heard.wav"}}));
  CAPTURE(row.text);
  const auto spec = parse_loudspeaker(row.text);
  REQUIRE(spec);
  CHECK(spec.value->kind == row.kind);
  CHECK(spec.value->name == row.name);
  CHECK_FALSE(parse_loudspeaker(""));
}

TEST_CASE("A device is found by its name, or by what people call it") {
  const std::vector<SoundDevice> devices{{"one", "Desk"}, {"Desk", "Other"}, {"three", "Headset"}};
  CHECK(find_sound_device(devices, "three")->name == "three");
  CHECK(find_sound_device(devices, "Headset")->name == "three");
  CHECK(find_sound_device(devices, "Desk")->name == "Desk");
  CHECK(find_sound_device(devices, "four") == nullptr);
}

TEST_CASE("Without a name the system's device is used, and never a monitor") {
  const SoundDevice monitor{"room.monitor", "Monitor", true, true};
  CHECK(choose_sound_device({}) == nullptr);
  CHECK(choose_sound_device({monitor}) == nullptr);
  const std::vector<SoundDevice> first{monitor, {"one"}, {"two"}};
  CHECK(choose_sound_device(first)->name == "one");
  const std::vector<SoundDevice> chosen{monitor, {"one"}, {"two", "", false, true}};
  CHECK(choose_sound_device(chosen)->name == "two");
  CHECK(names_of(chosen) == "'one', 'two'");
}

TEST_CASE("A stream that the service moved to another device is noticed") {
  using Direction = DeviceChoice::Direction;
  const SoundDevice desk{"desk", "Desk"};
  const DeviceChoice named(Direction::microphone, "desk");
  CHECK(named.check(desk, "desk").empty());
  CHECK(named.check(desk, "").empty());
  CHECK(named.check(desk, "other") == "it is not plugged in");
  const DeviceChoice any(Direction::loudspeaker, std::nullopt);
  CHECK(any.check(desk, "other").empty());
  CHECK(any.check(desk, "auto_null") == "there is no loudspeaker");
  const DeviceChoice heard(Direction::microphone, std::nullopt);
  CHECK(heard.check(desk, "other.monitor") == "there is no microphone");
}

}  // namespace evenkeel
