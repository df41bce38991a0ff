// How good the pictures of a recording are:
//
//   system_psnr RECORDING.ivf test:SEED WIDTH HEIGHT [FROM]
//   system_psnr RECORDING.ivf RAW WIDTH HEIGHT [FROM]
//
// test:SEED: the source was the moving test picture of that size; each received picture is set against the one whose
// time it carries. RAW: the source was a clip, given here as raw I420; each received picture is set against the one
// that is most like it. FROM leaves out what comes earlier in the recording, in seconds.
//
// Prints "PICTURES UNMATCHED MEAN MINIMUM REPEATED": how many there are, how many are like no picture of the source,
// mean and minimum of their luma PSNR in dB, and how many show the same as the one before. Exit status 1 if the
// recording is broken.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "app/capture/test_picture.h"
#include "app/capture/time_stamp.h"
#include "app/record/ivf.h"
#include "codecs/picture_scaler.h"
#include "codecs/vp8_decoder.h"

namespace {

using namespace evenkeel;

/// What a received picture should look like, and which one of the source it is. Nothing: like none.
struct Match {
  Picture picture;
  std::int64_t id = 0;
};
using Source = std::function<std::optional<Match>(const Picture&)>;

std::vector<std::uint8_t> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Mean squared error of luma, of every step-th pixel in both directions.
double error_between(const Picture& a, const Picture& b, int step) {
  double sum = 0;
  int count = 0;
  for (int y = step / 2; y < a.height; y += step) {
    for (int x = step / 2; x < a.width; x += step, ++count) {
      const auto i = static_cast<std::size_t>(y) * static_cast<std::size_t>(a.width) + static_cast<std::size_t>(x);
      const int d = a.data[i] - b.data[i];
      sum += d * d;
    }
  }
  return sum / count;
}

double psnr(const Picture& a, const Picture& b) {
  return 10 * std::log10(255.0 * 255.0 / std::max(error_between(a, b, 1), 1e-3));
}

Source test_picture(std::uint64_t seed, int width, int height) {
  return [source = TestPicture(width, height, seed)](const Picture& received) -> std::optional<Match> {
    const auto time = read_time(received);
    if (!time) return std::nullopt;
    Match match;
    source.draw(match.picture, *time);
    match.id = time->time_since_epoch().count();
    return match;
  };
}

std::vector<Picture> read_raw(const std::string& path, int width, int height) {
  const auto bytes = read_file(path);
  std::vector<Picture> pictures;
  Picture picture;
  picture.resize(width, height);
  const auto size = static_cast<std::ptrdiff_t>(picture.data.size());
  for (auto at = bytes.begin(); bytes.end() - at >= size; at += size) {
    std::copy(at, at + size, picture.data.begin());
    pictures.push_back(picture);
  }
  return pictures;
}

/// A rough look at all of them, a closer one at the best.
Source clip(std::vector<Picture> pictures) {
  return [pictures = std::move(pictures)](const Picture& received) -> std::optional<Match> {
    std::vector<std::pair<double, std::size_t>> rough;
    for (std::size_t i = 0; i < pictures.size(); ++i) rough.emplace_back(error_between(received, pictures[i], 8), i);
    const auto end = rough.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(rough.size(), 8));
    std::partial_sort(rough.begin(), end, rough.end());
    std::pair<double, std::size_t> best{1e9, 0};
    for (auto i = rough.begin(); i != end; ++i) {
      best = std::min(best, {error_between(received, pictures[i->second], 1), i->second});
    }
    if (best.first >= 1e9) return std::nullopt;
    return Match{pictures[best.second], static_cast<std::int64_t>(best.second)};
  };
}

struct Result {
  int pictures = 0;
  int unmatched = 0;
  int repeated = 0;
  double sum = 0;
  double minimum = 1e9;
  std::optional<std::int64_t> last;

  void add(const Picture& received, const Source& source) {
    ++pictures;
    const auto match = source(received);
    if (!match) {
      ++unmatched;
      return;
    }
    if (last == match->id) ++repeated;
    last = match->id;
    Picture scaled;
    const bool same_size = received.width == match->picture.width && received.height == match->picture.height;
    if (!same_size) scale_picture(received, match->picture.width, match->picture.height, scaled);
    const double value = psnr(same_size ? received : scaled, match->picture);
    sum += value;
    minimum = std::min(minimum, value);
  }
};

int fail(const std::string& sentence) {
  std::fprintf(stderr, "system_psnr: %s\n", sentence.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5 || argc > 6) return fail("give RECORDING.ivf, test:SEED or RAW, WIDTH, HEIGHT and perhaps FROM."), 2;
  const std::string kind = argv[2];
  const int width = std::atoi(argv[3]);
  const int height = std::atoi(argv[4]);
  const double from = argc > 5 ? std::atof(argv[5]) : 0;
  const auto file = parse_ivf(read_file(argv[1]));
  if (!file) return fail(std::string(argv[1]) + " is no IVF file of VP8.");
  if (file->truncated) return fail("the recording ends within a frame.");
  if (file->frames.empty() || file->length <= file->frames.back().timestamp)
    return fail("the recording is longer than its header says.");
  const Source source = kind.starts_with("test:")
                            ? test_picture(std::strtoull(kind.c_str() + 5, nullptr, 10), width, height)
                            : clip(read_raw(kind, width, height));
  Vp8Decoder decoder;
  Picture picture;
  Result result;
  for (const IvfFrame& frame : file->frames) {
    if (!decoder.decode(frame.data, picture)) return fail("a frame of the recording cannot be decoded.");
    const double time = static_cast<double>(frame.timestamp) * file->scale / file->rate;
    if (time >= from) result.add(picture, source);
  }
  const int matched = result.pictures - result.unmatched;
  std::printf("%d %d %.2f %.2f %d\n", result.pictures, result.unmatched, matched > 0 ? result.sum / matched : 0,
              matched > 0 ? result.minimum : 0, result.repeated);
}
