#include "tests/sound/echo_trial.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>

#include "tests/sound/comparison.h"
#include "tests/sound/speech.h"

namespace evenkeel::test {
namespace {

constexpr double echo_gain = 0.5;
constexpr double hiss = 8;  // of the microphone, root mean square
constexpr double full_loudness = 12'000;
constexpr std::size_t taps = 300;  // the strongest: enough to be a room, few enough to be quick
constexpr std::size_t half_second = samples_per_second / 2;

struct Tap {
  std::size_t delay;
  double gain;
};

std::vector<Tap> room_of(Duration length, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  const auto samples = static_cast<std::size_t>(to_samples(length));
  std::vector<Tap> room;
  for (std::size_t i = 0; i < samples; ++i)
    room.push_back({i, normal(random) * std::exp(-6.9 * static_cast<double>(i) / static_cast<double>(samples))});
  std::sort(room.begin(), room.end(), [](const Tap& a, const Tap& b) { return std::abs(a.gain) > std::abs(b.gain); });
  room.resize(std::min(room.size(), taps));
  double energy = 0;
  for (const Tap& tap : room) energy += tap.gain * tap.gain;
  for (Tap& tap : room) tap.gain *= echo_gain / std::sqrt(energy);
  return room;
}

double distorted(double sample, double share) {
  const double x = sample / full_loudness;
  return sample + share * full_loudness * (4 * x * x * x - 3 * x);
}

// What the microphone hears of the loudspeaker.
std::vector<double> echo_of(const EchoTrial& trial, const std::vector<std::int16_t>& played) {
  const auto room = room_of(trial.room, trial.seed), moved = room_of(trial.room, trial.seed + 1000);
  const auto delay = static_cast<double>(to_samples(trial.delay));
  const auto moved_at = trial.moved_at ? static_cast<std::size_t>(*trial.moved_at) * samples_per_second : played.size();
  std::vector<double> air(played.size()), echo(played.size());
  for (std::size_t i = 0; i < air.size(); ++i) {
    const double at = static_cast<double>(i) * (1 + trial.ppm * 1e-6) - delay;
    const auto before = static_cast<std::ptrdiff_t>(std::floor(at));
    if (before < 0 || before + 1 >= std::ssize(played)) continue;
    const double part = at - static_cast<double>(before);
    const auto index = static_cast<std::size_t>(before);
    air[i] = distorted((1 - part) * played[index] + part * played[index + 1], trial.distortion);
  }
  for (std::size_t i = 0; i < echo.size(); ++i) {
    for (const Tap& tap : i < moved_at ? room : moved) {
      if (tap.delay <= i) echo[i] += tap.gain * air[i - tap.delay];
    }
  }
  return echo;
}

double decibels(double a, double b) { return 10 * std::log10((a + 1) / (b + 1)); }

// Sums of squares by half seconds.
struct Sums {
  std::vector<double> echo, near, out;
  explicit Sums(std::size_t halves) : echo(halves), near(halves), out(halves) {}
};

void rate_loss(const EchoTrial& trial, const Sums& sums, EchoTrial::Result& result) {
  constexpr double quiet = half_second * 100.0 * 100.0;
  const std::size_t end = trial.near_from ? 2 * static_cast<std::size_t>(*trial.near_from) : sums.echo.size();
  double total = 0;
  int count = 0;
  result.worst_loss = 200;
  for (std::size_t half = 6; half + 1 < end; half += 2) {
    const double echo = sums.echo[half] + sums.echo[half + 1];
    if (echo < quiet) continue;
    if (trial.moved_at && half / 2 >= static_cast<std::size_t>(*trial.moved_at) &&
        half / 2 < static_cast<std::size_t>(*trial.moved_at) + 3)
      continue;
    const double loss = decibels(echo, sums.out[half] + sums.out[half + 1]);
    result.worst_loss = std::min(result.worst_loss, loss);
    total += loss;
    ++count;
  }
  result.mean_loss = count > 0 ? total / count : 0;
}

void rate_near(const EchoTrial& trial, const Sums& sums, EchoTrial::Result& result) {
  if (!trial.near_from) return;
  constexpr double loud = half_second * 300.0 * 300.0;
  double near = 0, out = 0;
  for (std::size_t half = 2 * static_cast<std::size_t>(*trial.near_from); half + 1 < sums.near.size(); half += 2) {
    const double n = sums.near[half] + sums.near[half + 1], o = sums.out[half] + sums.out[half + 1];
    if (n < 2 * loud) continue;
    near += n;
    out += o;
    result.worst_near_level = std::min(result.worst_near_level, decibels(o, n));
  }
  result.near_level = decibels(out, near);
}

void rate_move(const EchoTrial& trial, const Sums& sums, EchoTrial::Result& result) {
  if (!trial.moved_at) return;
  constexpr double quiet = half_second * 100.0 * 100.0;
  const auto moved = 2 * static_cast<std::size_t>(*trial.moved_at);
  for (std::size_t half = moved; half < sums.echo.size(); ++half) {
    if (sums.echo[half] > quiet && decibels(sums.echo[half], sums.out[half]) < 25)
      result.relearnt_after = 0.5 * static_cast<double>(half + 1 - moved);
  }
}

std::int16_t clipped(double sample) {
  return static_cast<std::int16_t>(std::clamp(std::lround(sample), -32767L, 32767L));
}

}  // namespace

EchoTrial::Result EchoTrial::run() const {
  const auto played = speech(seconds, 10 + seed, 110);
  const auto near = speech(seconds, 50 + seed, 190);
  const auto echo = echo_of(*this, played);
  const std::size_t near_begins = near_from ? static_cast<std::size_t>(*near_from) * samples_per_second : played.size();
  AudioProcessor processor(config);
  std::mt19937 random(seed);
  std::normal_distribution<double> noise(0, hiss);
  Sums sums(static_cast<std::size_t>(2 * seconds));
  const auto begun = std::chrono::steady_clock::now();
  for (std::size_t at = 0; at + block_samples <= played.size(); at += block_samples) {
    SoundBlock block;
    std::copy_n(played.begin() + static_cast<std::ptrdiff_t>(at), block_samples, block.begin());
    processor.on_played(block);
    const std::size_t half = at / half_second;
    for (std::size_t i = 0; i < block_samples; ++i) {
      const double voice = at >= near_begins ? near[at + i] : 0.0;
      sums.echo[half] += echo[at + i] * echo[at + i];
      sums.near[half] += voice * voice;
      block[i] = clipped(echo[at + i] + voice + noise(random));
    }
    processor.set_delay(delay + told_beside);
    processor.process(block);
    sums.out[half] += energy_of(block);
  }
  Result result;
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begun;
  result.milliseconds_per_block = took.count() / (100.0 * seconds);
  rate_loss(*this, sums, result);
  rate_near(*this, sums, result);
  rate_move(*this, sums, result);
  return result;
}

}  // namespace evenkeel::test
