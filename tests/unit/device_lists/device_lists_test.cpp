#include "app/window/device_lists.h"

#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <memory>
#include <thread>

#include "core/net/clock.h"

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

/// What the lists are made of. Threads that make them may outlast the test.
struct Machine {
  std::atomic<int> camera_lists{0}, sound_lists{0};
  std::atomic<int> microphones{1};
  std::atomic<bool> sound_answers{true};

  SoundDevices sound() {
    ++sound_lists;
    SoundDevices out;
    if (!sound_answers) out.error = "The sound service does not answer.";
    for (int i = 0; sound_answers && i < microphones; ++i) out.microphones.push_back({"mic" + std::to_string(i)});
    return out;
  }
};

struct Fixture {
  std::filesystem::path folder = std::filesystem::temp_directory_path() / ("lists-" + std::to_string(getpid()));
  std::shared_ptr<Machine> machine = std::make_shared<Machine>();
  std::unique_ptr<DeviceLists> lists;
  LocalTime now = t0;
  int plugged = 0;

  Fixture() {
    std::filesystem::create_directories(folder);
    DeviceLists::System system;
    system.cameras = [m = machine] { return ++m->camera_lists, CameraList(); };
    system.sound = [m = machine] { return m->sound(); };
    system.folder = folder.string();
    lists = std::make_unique<DeviceLists>(system);
  }
  ~Fixture() { std::filesystem::remove_all(folder); }

  /// One more camera, which has settled when it returns.
  void plug() {
    std::ofstream(folder / ("video" + std::to_string(plugged++))) << "a camera";
    lists->step(now);
    lists->step(now += 1s);
  }
  template <class Condition>
  static bool comes_true(Condition condition, Duration timeout = 5s) {
    for (const LocalTime end = monotonic_now() + timeout; monotonic_now() < end;) {
      if (condition()) return true;
      std::this_thread::sleep_for(1ms);
    }
    return false;
  }
  bool gets_cameras(Duration timeout = 5s) {
    return comes_true(
        [this] {
          lists->step(now);
          (void)lists->take_sound();  // a change waits for what is under way
          return lists->take_cameras().has_value();
        },
        timeout);
  }
  std::optional<SoundDevices> asked_sound() {
    std::optional<SoundDevices> out;
    lists->ask();
    comes_true([&] { return (out = lists->take_sound()).has_value(); });
    return out;
  }
  /// What is given unasked until a list that was made after now has come: another is begun only then.
  std::optional<SoundDevices> followed_sound() {
    std::optional<SoundDevices> given;
    const int enough = machine->sound_lists + 3;  // one may be under way
    REQUIRE(comes_true([&] {
      lists->step(now += DeviceLists::sound_interval);
      if (auto list = lists->take_sound()) given = list;
      return machine->sound_lists >= enough;
    }));
    return given;
  }
};

}  // namespace

TEST_CASE("Cameras that come are listed where the window follows, and in a call only once it is over") {
  Fixture f;
  f.lists->follow(true);
  f.plug();
  CHECK(f.gets_cameras());
  CHECK(f.machine->camera_lists == 1);
  f.lists->follow(false);
  f.plug();
  f.plug();
  CHECK_FALSE(f.gets_cameras(200ms));
  CHECK(f.machine->camera_lists == 1);
  f.lists->follow(true);
  CHECK(f.gets_cameras());
  CHECK(f.machine->camera_lists == 2);
  CHECK_FALSE(f.gets_cameras(100ms));
}

TEST_CASE("Who asks after a change has its list, and no second one follows") {
  Fixture f;
  f.plug();
  f.lists->ask();
  CHECK(f.gets_cameras());
  f.lists->follow(true);
  (void)f.followed_sound();
  CHECK(f.machine->camera_lists == 1);
}

TEST_CASE("Sound devices are given unasked where they are others than before") {
  Fixture f;
  f.lists->follow(true);
  auto list = f.followed_sound();
  REQUIRE(list);
  CHECK(list->microphones.size() == 1);
  CHECK_FALSE(f.followed_sound());
  f.machine->microphones = 2;
  list = f.followed_sound();
  REQUIRE(list);
  CHECK(list->microphones.size() == 2);
  CHECK(f.asked_sound());  // as it is
}

TEST_CASE("A sound service that does not answer takes no device away unless somebody asks") {
  Fixture f;
  f.lists->follow(true);
  REQUIRE(f.followed_sound());
  f.machine->sound_answers = false;
  CHECK_FALSE(f.followed_sound());
  f.machine->sound_answers = true;
  CHECK_FALSE(f.followed_sound());  // the same as before
  f.machine->sound_answers = false;
  (void)f.followed_sound();
  const auto asked = f.asked_sound();
  REQUIRE(asked);
  CHECK(asked->microphones.empty());
  CHECK_FALSE(asked->error.empty());
  f.machine->sound_answers = true;
  CHECK(f.followed_sound());
}
