#include "app/capture/device_watch.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

using namespace evenkeel;

namespace {

/// A folder as /dev is.
struct Devices {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("devices-" + std::to_string(getpid()));

  Devices() { std::filesystem::create_directories(path); }
  ~Devices() { std::filesystem::remove_all(path); }
  void plug(const std::string& name) const { std::ofstream(path / name) << name; }
  void unplug(const std::string& name) const { std::filesystem::remove(path / name); }
};

constexpr LocalTime t0{100s};

}  // namespace

TEST_CASE("Cameras that come and go are reported, once they have settled") {
  const Devices devices;
  devices.plug("video0");
  DeviceWatch watch(devices.path.string());
  CHECK_FALSE(watch.step(t0));
  CHECK_FALSE(watch.step(t0 + 10s));  // it was there before
  devices.plug("video1");
  CHECK_FALSE(watch.step(t0 + 11s));
  devices.plug("video2");  // a camera has two nodes
  CHECK_FALSE(watch.step(t0 + 11s + 600ms));
  CHECK_FALSE(watch.step(t0 + 12s + 200ms));
  CHECK(watch.step(t0 + 12s + 300ms));
  CHECK_FALSE(watch.step(t0 + 20s));
  devices.unplug("video0");
  CHECK_FALSE(watch.step(t0 + 21s));
  CHECK(watch.step(t0 + 22s));
}

TEST_CASE("Sound cards are reported too, also where their folder comes with the first of them; others are not") {
  const Devices devices;
  DeviceWatch watch(devices.path.string());
  devices.plug("tty7");
  CHECK_FALSE(watch.step(t0));
  CHECK_FALSE(watch.step(t0 + 10s));
  std::filesystem::create_directory(devices.path / "snd");
  CHECK_FALSE(watch.step(t0 + 11s));
  CHECK(watch.step(t0 + 12s));
  devices.plug("snd/controlC1");
  CHECK_FALSE(watch.step(t0 + 13s));
  CHECK(watch.step(t0 + 14s));
}

TEST_CASE("A device that comes and goes without end hides no other") {
  const Devices devices;
  DeviceWatch watch(devices.path.string());
  int told = 0;
  for (Duration since{}; since <= 7s; since += 500ms) {
    devices.plug("video0");
    devices.unplug("video0");
    told += watch.step(t0 + since) ? 1 : 0;
    if (since < DeviceWatch::max_settling) CHECK(told == 0);
    if (since == DeviceWatch::max_settling) CHECK(told == 1);
  }
  CHECK(told == 2);
}

TEST_CASE("Where the kernel lost changes something changed, and a folder of sound that came meanwhile is watched") {
  const Devices devices;
  DeviceWatch watch(devices.path.string());
  int capacity = 0;
  REQUIRE(std::ifstream("/proc/sys/fs/inotify/max_queued_events") >> capacity);
  for (int i = 0; i <= capacity / 2; ++i) {
    devices.plug("tty7");
    devices.unplug("tty7");
  }
  std::filesystem::create_directory(devices.path / "snd");
  CHECK_FALSE(watch.step(t0));
  CHECK(watch.step(t0 + 1s));
  devices.plug("snd/controlC1");
  CHECK_FALSE(watch.step(t0 + 2s));
  CHECK(watch.step(t0 + 3s));
}

TEST_CASE("A folder that is not there has no changes") {
  DeviceWatch watch("/no/such/folder");
  CHECK_FALSE(watch.step(t0));
  CHECK_FALSE(watch.step(t0 + 10s));
}
