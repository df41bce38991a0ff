#include "app/record/ivf.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <utility>

#include "app/files/private_file.h"

namespace evenkeel {
namespace {

constexpr std::size_t file_header_size = 32;
constexpr std::size_t frame_header_size = 12;
constexpr long length_offset = 24;
constexpr std::uint32_t ticks_per_second = 90'000;
constexpr std::array<std::uint8_t, 4> magic{'D', 'K', 'I', 'F'};
constexpr std::array<std::uint8_t, 4> codec{'V', 'P', '8', '0'};

void put(std::uint8_t* out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out[i] = static_cast<std::uint8_t>(value >> (8 * i));
}

std::uint64_t get(std::span<const std::uint8_t> in, std::size_t offset, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value |= std::uint64_t{in[offset + i]} << (8 * i);
  return value;
}

std::array<std::uint8_t, file_header_size> make_header(int width, int height) {
  std::array<std::uint8_t, file_header_size> out{};
  std::ranges::copy(magic, out.begin());
  put(&out[6], file_header_size, 2);
  std::ranges::copy(codec, out.begin() + 8);
  put(&out[12], static_cast<std::uint64_t>(width), 2);
  put(&out[14], static_cast<std::uint64_t>(height), 2);
  put(&out[16], ticks_per_second, 4);
  put(&out[20], 1, 4);
  return out;
}

bool write_all(std::FILE* file, std::span<const std::uint8_t> bytes) {
  return bytes.empty() || std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
}

bool matches(std::span<const std::uint8_t> bytes, std::size_t offset, std::span<const std::uint8_t> expected) {
  return std::ranges::equal(bytes.subspan(offset, expected.size()), expected);
}

}  // namespace

DataSize IvfWriter::size_of_frame(std::size_t data) {
  return bytes(static_cast<std::int64_t>(frame_header_size + data));
}

std::optional<std::string> IvfWriter::open(const std::string& path, int width, int height) {
  frames_ = 0;
  size_ = bytes(file_header_size);
  last_ = 0;
  flushed_ = {};
  path_ = path;
  std::error_code error;
  file_ = open_private_file(path, error);
  if (!file_) return fail(error);
  seekable_ = std::fseek(file_.get(), 0, SEEK_CUR) == 0;
  const auto header = make_header(width, height);
  errno = 0;
  if (!write_all(file_.get(), header) || std::fflush(file_.get()) != 0) return fail();
  return std::nullopt;
}

std::optional<std::string> IvfWriter::write(std::span<const std::uint8_t> frame, Duration time) {
  if (!file_) return std::nullopt;
  std::array<std::uint8_t, frame_header_size> header{};
  put(&header[0], frame.size(), 4);
  last_ = std::llround(to_seconds(time) * ticks_per_second);
  put(&header[4], static_cast<std::uint64_t>(last_), 8);
  errno = 0;
  if (!write_all(file_.get(), header) || !write_all(file_.get(), frame)) return fail();
  ++frames_;
  size_ += size_of_frame(frame.size());
  if (time - flushed_ < 1s) return std::nullopt;
  flushed_ = time;
  const bool at_end = write_length() && (!seekable_ || std::fseek(file_.get(), 0, SEEK_END) == 0);
  return at_end && std::fflush(file_.get()) == 0 ? std::nullopt : fail();
}

std::optional<std::string> IvfWriter::close() {
  if (!file_) return std::nullopt;
  errno = 0;
  const bool patched = write_length();
  // fclose writes the last buffer, so it can fail too; it frees the file in any case.
  const bool closed = patched && std::fclose(file_.release()) == 0;
  return closed ? std::nullopt : fail();
}

// The last frame is shown as long as the others are on average; a single one for a moment.
std::int64_t IvfWriter::length() const { return frames_ > 1 ? last_ + last_ / (frames_ - 1) : std::int64_t{frames_}; }

bool IvfWriter::write_length() {
  if (!seekable_) return true;
  std::array<std::uint8_t, 4> field{};  // 13 hours
  put(field.data(), static_cast<std::uint64_t>(std::min<std::int64_t>(length(), UINT32_MAX)), 4);
  return std::fseek(file_.get(), length_offset, SEEK_SET) == 0 && write_all(file_.get(), field);
}

std::optional<std::string> IvfWriter::fail() { return fail({errno, std::generic_category()}); }

std::optional<std::string> IvfWriter::fail(const std::error_code& error) {
  const std::string reason =
      writing_error_text(error, "Free some space, or give --record a file in a folder you can write to.");
  file_.reset();
  return "Cannot write the recording '" + path_ + "': " + reason;
}

std::optional<IvfFile> parse_ivf(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < file_header_size || !matches(bytes, 0, magic) || !matches(bytes, 8, codec)) return std::nullopt;
  const auto header_size = static_cast<std::size_t>(get(bytes, 6, 2));
  if (get(bytes, 4, 2) != 0 || header_size < file_header_size || header_size > bytes.size()) return std::nullopt;
  IvfFile file{.width = static_cast<int>(get(bytes, 12, 2)),
               .height = static_cast<int>(get(bytes, 14, 2)),
               .rate = static_cast<std::uint32_t>(get(bytes, 16, 4)),
               .scale = static_cast<std::uint32_t>(get(bytes, 20, 4)),
               .length = static_cast<std::uint32_t>(get(bytes, 24, 4)),
               .frames = {}};
  if (file.width == 0 || file.height == 0 || file.rate == 0 || file.scale == 0) return std::nullopt;
  for (auto rest = bytes.subspan(header_size); !rest.empty();) {
    const std::size_t size = rest.size() < frame_header_size ? 0 : static_cast<std::size_t>(get(rest, 0, 4));
    file.truncated = rest.size() < frame_header_size || size > rest.size() - frame_header_size;
    if (file.truncated) break;
    const auto data = rest.subspan(frame_header_size, size);
    file.frames.push_back({static_cast<std::int64_t>(get(rest, 4, 8)), {data.begin(), data.end()}});
    rest = rest.subspan(frame_header_size + size);
  }
  return file;
}

}  // namespace evenkeel
