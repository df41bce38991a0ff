// Segmental SNR of what was heard in one call against what was heard in another: sound_snr REFERENCE.wav HEARD.wav
//
// Both were stretched here and there, so pieces of 200 ms are aligned by themselves, by cross-correlation near where
// the piece before was found.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <vector>

#include "app/sound/wav_file.h"
#include "tests/sound/comparison.h"

namespace evenkeel::test {
namespace {

using Samples = std::vector<std::int16_t>;
constexpr std::ptrdiff_t coarse = 8;  // samples that the first search takes together
constexpr std::ptrdiff_t piece = samples_per_second / 5;
constexpr std::ptrdiff_t first_piece = 4 * samples_per_second;
constexpr std::ptrdiff_t first_reach = 2 * samples_per_second;
constexpr std::ptrdiff_t next_reach = samples_per_second / 25;
constexpr double alike = 0.5;  // a correlation below it finds nothing

Samples decimated(const Samples& samples) {
  Samples out;
  for (std::size_t i = 0; i + coarse <= samples.size(); i += coarse) {
    int sum = 0;
    for (std::size_t k = 0; k < coarse; ++k) sum += samples[i + k];
    out.push_back(static_cast<std::int16_t>(sum / coarse));
  }
  return out;
}

struct Match {
  std::ptrdiff_t lag = 0;
  double correlation = 0;
};

/// Where in `heard` what `reference` has from `at` on is found best: within `reach` of `lag`.
Match best_match(const Samples& reference, const Samples& heard, std::ptrdiff_t at, std::ptrdiff_t length,
                 std::ptrdiff_t lag, std::ptrdiff_t reach) {
  Match best{lag, 0};
  const auto wanted = std::span(reference).subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(length));
  const double energy = energy_of(wanted);
  for (std::ptrdiff_t l = lag - reach; l <= lag + reach; ++l) {
    if (at + l < 0 || at + l + length > std::ssize(heard)) continue;
    const auto got = std::span(heard).subspan(static_cast<std::size_t>(at + l), static_cast<std::size_t>(length));
    double product = 0, square = 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
      product += static_cast<double>(wanted[i]) * got[i];
      square += static_cast<double>(got[i]) * got[i];
    }
    const double correlation = product / std::sqrt(energy * square + 1);
    if (correlation > best.correlation) best = {l, correlation};
  }
  return best;
}

struct Result {
  double snr = 0;
  double found = 0;  ///< share of the pieces
};

Result compare(const Samples& reference, const Samples& heard) {
  const Samples coarse_reference = decimated(reference), coarse_heard = decimated(heard);
  std::ptrdiff_t from = 0;  // of the first sound
  while (from < std::ssize(reference) && std::abs(reference[static_cast<std::size_t>(from)]) < 1000) ++from;
  from = from / coarse * coarse;
  if (from + first_piece > std::ssize(reference)) return {};
  std::ptrdiff_t lag =
      coarse *
      best_match(coarse_reference, coarse_heard, from / coarse, first_piece / coarse, 0, first_reach / coarse).lag;
  double sum = 0;
  int count = 0, found = 0, pieces = 0;
  for (std::ptrdiff_t at = from; at + piece <= std::ssize(reference); at += piece) {
    if (at + lag < 0 || at + lag + piece > std::ssize(heard)) continue;
    const auto wanted = std::span(reference).subspan(static_cast<std::size_t>(at), piece);
    if (energy_of(wanted) < piece * 100.0 * 100.0) continue;
    ++pieces;
    const Match near =
        best_match(coarse_reference, coarse_heard, at / coarse, piece / coarse, lag / coarse, next_reach / coarse);
    const Match exact = best_match(reference, heard, at, piece, coarse * near.lag, coarse);
    if (exact.correlation >= alike) {
      lag = exact.lag;
      ++found;
    }
    sum += segmental_snr(wanted, std::span(heard).subspan(static_cast<std::size_t>(at + lag), piece));
    ++count;
  }
  if (count == 0) return {};
  return {sum / count, static_cast<double>(found) / pieces};
}

Samples read(const char* path) {
  std::string error;
  Samples samples = read_wav(path, error);
  if (!error.empty()) std::fprintf(stderr, "%s: %s\n", path, error.c_str());
  return samples;
}

}  // namespace
}  // namespace evenkeel::test

int main(int count, char** arguments) {
  if (count != 3) {
    std::fputs("usage: sound_snr REFERENCE.wav HEARD.wav\n", stderr);
    return 2;
  }
  const auto reference = evenkeel::test::read(arguments[1]), heard = evenkeel::test::read(arguments[2]);
  if (reference.empty() || heard.empty()) return 1;
  const auto result = evenkeel::test::compare(reference, heard);
  std::printf("%.1f dB, %.0f %% of the pieces found\n", result.snr, 100 * result.found);
}
