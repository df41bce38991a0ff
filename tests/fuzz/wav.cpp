// A sound file of somebody else, up to where GStreamer takes it.
#include <sys/mman.h>
#include <unistd.h>

#include <string>

#include "app/sound/wav_file.h"
#include "tests/fuzz/fuzz.h"

void fuzz(std::span<const std::uint8_t> input) {
  static const int file = memfd_create("wav", MFD_CLOEXEC);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  require(ftruncate(file, 0) == 0);
  require(pwrite(file, input.data(), input.size(), 0) == static_cast<ssize_t>(input.size()));
  const std::string error = evenkeel::check_wav(path);
  require(error.size() < 100 && !error.ends_with('.'));
  require(input.size() >= 12 || !error.empty());
}
