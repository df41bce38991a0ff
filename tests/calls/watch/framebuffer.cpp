#include "tests/calls/watch/framebuffer.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>

namespace evenkeel::test {
namespace {

// X11/XWDFile.h: numbers of 32 bits, the most significant byte first.
enum Field : std::uint8_t { header_size = 0, width = 4, height = 5, bits_per_pixel = 11, stride = 12, colours = 19 };
constexpr std::size_t fields = 25;
constexpr int colour_size = 12;

int number(std::span<const std::uint8_t> file, Field field) {
  const auto bytes = file.subspan(4U * field, 4);
  return static_cast<int>(bytes[0]) << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
}

}  // namespace

Framebuffer::Framebuffer(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (fd < 0 || fstat(fd, &status) != 0) throw std::runtime_error("cannot read " + path);
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const mapped = mmap(nullptr, size, PROT_READ, MAP_SHARED, fd, 0);
  close(fd);
  if (mapped == MAP_FAILED) throw std::runtime_error("cannot map " + path);
  file_ = {static_cast<const std::uint8_t*>(mapped), size};
  if (size < 4 * fields || number(file_, bits_per_pixel) != 32) throw std::runtime_error(path + " is no screen of Xvfb");
  width_ = number(file_, Field::width);
  height_ = number(file_, Field::height);
  stride_ = number(file_, stride);
  pixels_ = file_.data() + number(file_, header_size) + std::ptrdiff_t{colour_size} * number(file_, colours);
  if (pixels_ + std::ptrdiff_t{stride_} * height_ > file_.data() + size) throw std::runtime_error(path + " is cut off");
}

Framebuffer::~Framebuffer() { munmap(const_cast<std::uint8_t*>(file_.data()), file_.size()); }

std::uint8_t Framebuffer::luma(int x, int y) const {
  const std::uint8_t* const pixel = pixels_ + std::ptrdiff_t{stride_} * y + std::ptrdiff_t{4} * x;
  return static_cast<std::uint8_t>(16 + (25 * pixel[0] + 129 * pixel[1] + 66 * pixel[2]) / 256);  // blue, green, red
}

void Framebuffer::copy(const Rectangle& shown, int first, int end, Picture& out) const {
  for (int y = first; y < end; ++y) {
    std::uint8_t* const row = out.y().data() + std::ptrdiff_t{y} * out.width;
    for (int x = 0; x < out.width; ++x) row[x] = luma(shown.left + x, shown.top + y);
  }
}

}  // namespace evenkeel::test
