#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/files/output_folder.h"
#include "core/frames/sound.h"

namespace evenkeel {

/// Whether a file is a whole WAV file with sound in it. Empty, or why not, without a full stop: "it is no WAV file".
/// Its sound goes to the end of the file, whatever its header says of it.
std::string check_wav(const std::string& path);

/// All of a WAV file as mono of 48 kHz, whatever it is of; at most ten minutes. Otherwise one sentence in `error`.
std::vector<std::int16_t> read_wav(const std::string& path, std::string& error);

/// Writes mono of 48 kHz with 16 bits into a file that only its owner reads (0600), which is a whole WAV file after
/// each second and at the end. A file that was there is replaced with the first block: until then another may write it.
class WavWriter {
 public:
  /// Null where the file cannot be written.
  static std::unique_ptr<WavWriter> create(const std::string& path, std::error_code& error);
  ~WavWriter();
  WavWriter(const WavWriter&) = delete;
  WavWriter& operator=(const WavWriter&) = delete;

  /// False once something could not be written, as on a full disk, or the file is as long as the format allows (12 h).
  bool write(const SoundBlock& block);

 private:
  explicit WavWriter(FileHandle file) : file_(std::move(file)) {}
  bool begin();
  bool write_header();

  FileHandle file_;
  std::uint32_t bytes_ = 0;  // of sound
  bool begun_ = false;
  bool failed_ = false;
};

}  // namespace evenkeel
