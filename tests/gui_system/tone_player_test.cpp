#include "app/window/tone_player.h"

#include <QTemporaryDir>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "app/sound/wav_file.h"

using namespace evenkeel;

TEST_CASE("a tone that is stopped in its middle fades, and its loudspeaker is closed then") {
  const QTemporaryDir folder;
  const std::string path = folder.filePath("heard.wav").toStdString();
  TonePlayer player;
  player.play(path, [](SoundBlock& out) { out.fill(8000); });
  const auto run = [&](auto until, std::chrono::milliseconds limit) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!until() && std::chrono::steady_clock::now() < end) {
      CHECK(player.step().empty());
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  };
  run([] { return false; }, std::chrono::milliseconds(600));
  player.stop();
  player.stop();  // as in each step without a call
  run([&] { return !player.plays(); }, std::chrono::seconds(5));
  CHECK_FALSE(player.plays());
  std::string error;
  const std::vector<std::int16_t> heard = read_wav(path, error);
  REQUIRE(error.empty());
  REQUIRE(heard.size() > 4800);
  CHECK(heard.back() == 0);
  bool sounded = false;
  for (std::size_t i = 1; i < heard.size(); ++i) {
    if (sounded) CHECK(std::abs(heard[i] - heard[i - 1]) < 20);
    sounded = sounded || heard[i] == 8000;
  }
  CHECK(sounded);
}
