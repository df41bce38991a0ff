#include "app/window/sound_preview.h"

#include <QTemporaryDir>
#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

using namespace evenkeel;

TEST_CASE("the test of a loudspeaker leaves a recording as it is, and says that there is none to test") {
  const QTemporaryDir folder;
  const std::string path = folder.filePath("heard.wav").toStdString();
  std::ofstream(path) << "a recording";
  SoundPreview preview;
  preview.play_test(path);
  std::string problem = preview.step();
  CHECK(problem.find("'" + path + "'") != std::string::npos);
  for (int i = 0; i < 20; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    CHECK(preview.step().empty());
  }
  CHECK(std::filesystem::file_size(path) == 11);
}

TEST_CASE("without a loudspeaker there is none to test, which is said once") {
  SoundPreview preview;
  preview.play_test("none");
  CHECK(preview.step() == "No loudspeaker is chosen, so there is none to test.");
  CHECK(preview.step().empty());
}
