#include "codecs/stretch/sonic_stretch.h"

#include <catch2/catch.hpp>
#include <numbers>
#include <random>

#include "core/frames/sound.h"
#include "tests/sound/playout_call.h"
#include "tests/sound/speech.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

// Samples, by which the results differ from the window, and how many of them at the front are the same.
struct Change {
  std::ptrdiff_t longer = 0;
  std::size_t same = 0;
};

Change change(std::span<const std::int16_t> window, std::span<const std::int16_t> result) {
  const auto [a, b] = std::mismatch(window.begin(), window.end(), result.begin(), result.end());
  return {std::ssize(result) - std::ssize(window), static_cast<std::size_t>(a - window.begin())};
}

std::vector<std::int16_t> tone(double frequency, std::size_t samples) {
  std::vector<std::int16_t> sound(samples);
  for (std::size_t i = 0; i < samples; ++i)
    sound[i] = static_cast<std::int16_t>(10'000 *
                                         std::sin(2 * std::numbers::pi * frequency * static_cast<double>(i) / 48'000));
  return sound;
}

}  // namespace

TEST_CASE("A tone becomes longer and shorter by whole periods, without a step") {
  const double frequency = GENERATE(80.0, 120.0, 240.0, 390.0);
  CAPTURE(frequency);
  SonicStretch stretch;
  const auto window = tone(frequency, stretch.window());
  const double periods = 48'000 / frequency;
  for (const bool longer : {true, false}) {
    const auto result = longer ? stretch.lengthened(window) : stretch.shortened(window);
    REQUIRE_FALSE(result.empty());
    const Change c = change(window, result);
    CHECK((c.longer > 0) == longer);
    const double off = std::remainder(static_cast<double>(c.longer), periods);
    CHECK(std::abs(off) <= 0.05 * periods + 6);
    CHECK(largest_step({result.begin(), result.end()}) <= 1.1 * largest_step(window));
  }
}

TEST_CASE("Of speech only the newest samples change: one period, or two") {
  SonicStretch stretch;
  const auto sound = speech(20, 3);
  for (std::size_t at = 0; at + stretch.window() <= sound.size(); at += 997) {
    const auto window = std::span(sound).subspan(at, stretch.window());
    const Change longer = change(window, stretch.lengthened(window));
    REQUIRE(longer.longer >= 100);
    REQUIRE(longer.longer <= 740);
    REQUIRE(static_cast<std::ptrdiff_t>(longer.same) >= std::ssize(window) - longer.longer);
    const Change shorter = change(window, stretch.shortened(window));
    REQUIRE(-shorter.longer >= 100);
    REQUIRE(-shorter.longer <= 740);
    REQUIRE(static_cast<std::ptrdiff_t>(shorter.same) >= std::ssize(window) + 2 * shorter.longer);
  }
}

TEST_CASE("One operation leaves nothing for the next") {
  SonicStretch used, fresh;
  const auto sound = speech(2, 4);
  const auto window = std::span(sound).subspan(40'000, used.window());
  used.lengthened(std::span(sound).subspan(10'000, used.window()));
  used.shortened(std::span(sound).subspan(20'000, used.window()));
  const auto a = used.shortened(window);
  const auto b = fresh.shortened(window);
  CHECK(std::abs(std::ssize(a) - std::ssize(b)) <= 740);
  CHECK(used.lengthened(window.first(100)).empty());
}

TEST_CASE("Noise, silence and full scale go through") {
  SonicStretch stretch;
  std::mt19937 random(1);
  std::vector<std::int16_t> window(stretch.window());
  for (int kind = 0; kind < 4; ++kind) {
    for (auto& s : window)
      s = kind == 0   ? std::int16_t{0}
          : kind == 1 ? std::int16_t{-32768}
          : kind == 2 ? std::int16_t{32767}
                      : static_cast<std::int16_t>(random());
    CHECK(stretch.lengthened(window).size() > window.size());
    CHECK(stretch.shortened(window).size() < window.size());
  }
}
