// Writes a clip of the moving test picture to standard output, as raw I420:
//
//   system_clip WIDTH HEIGHT FRAMES_PER_SECOND SECONDS SEED
//
// Every picture carries its time in the clip (app/capture/time_stamp.h), so that it can be told wherever it comes out.

#include <cstdio>
#include <cstdlib>

#include "app/capture/test_picture.h"

int main(int argc, char** argv) {
  using namespace evenkeel;
  if (argc != 6) return std::fputs("Usage: system_clip WIDTH HEIGHT FRAMES_PER_SECOND SECONDS SEED\n", stderr), 2;
  const int fps = std::atoi(argv[3]);
  const TestPicture source(std::atoi(argv[1]), std::atoi(argv[2]), std::strtoull(argv[5], nullptr, 10));
  Picture picture;
  for (int n = 0; n < fps * std::atoi(argv[4]); ++n) {
    source.draw(picture, LocalTime(std::chrono::microseconds(std::int64_t{1'000'000} * n / fps)));
    if (std::fwrite(picture.data.data(), 1, picture.data.size(), stdout) != picture.data.size()) return 1;
  }
  return std::fflush(stdout) == 0 ? 0 : 1;
}
