#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "app/files/output_folder.h"
#include "core/base/data_size.h"
#include "core/base/time.h"

namespace evenkeel {

/// Writes VP8 frames into an IVF file, the way ffmpeg, GStreamer and vpxdec read it: a header of 32 bytes and 12 bytes
/// before each frame, little-endian, time in 1/90000 s. In the header stands the length in that unit, as ffmpeg writes
/// and reads it; files whose unit is the duration of a frame have the number of frames there, which is the same.
/// Failures come back as one sentence for the user; after one, nothing more is written.
class IvfWriter {
 public:
  ~IvfWriter() { close(); }

  /// Creates the file, or empties it; only the owner may read it. The size is that of the first frame.
  std::optional<std::string> open(const std::string& path, int width, int height);

  /// Appends a frame; `time` counts from the start of the recording and must not be negative. Writes about once a
  /// second all that there is, and its length, so that a crash loses little.
  std::optional<std::string> write(std::span<const std::uint8_t> frame, Duration time);

  /// Writes the length into the header and closes. The destructor does the same, without reporting errors.
  std::optional<std::string> close();

  bool is_open() const { return file_ != nullptr; }
  std::uint32_t frames() const { return frames_; }
  /// Of the file, as far as it is written.
  DataSize size() const { return size_; }
  /// By how much a frame with so many bytes makes the file longer.
  static DataSize size_of_frame(std::size_t data);

 private:
  std::optional<std::string> fail();
  std::optional<std::string> fail(const std::error_code& error);
  std::int64_t length() const;
  bool write_length();

  FileHandle file_;
  std::string path_;
  std::uint32_t frames_ = 0;
  DataSize size_;
  std::int64_t last_ = 0;  // tick of the last frame
  Duration flushed_{};
  bool seekable_ = true;  ///< a pipe is not: its header has no length
};

struct IvfFrame {
  std::int64_t timestamp = 0;  ///< in units of the file's time base
  std::vector<std::uint8_t> data;
};

struct IvfFile {
  int width = 0;
  int height = 0;
  std::uint32_t rate = 0;  ///< time base: scale / rate seconds
  std::uint32_t scale = 0;
  std::uint32_t length = 0;  ///< by the header, in the units of the time base; less while a recording is under way
  std::vector<IvfFrame> frames;
  bool truncated = false;  ///< the last frame is not complete, and left out
};

/// Reads a VP8 IVF file from memory. Nullopt if the magic, version, codec, size or time base is wrong.
std::optional<IvfFile> parse_ivf(std::span<const std::uint8_t> bytes);

}  // namespace evenkeel
