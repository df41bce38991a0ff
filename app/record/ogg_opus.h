#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>

#include "app/files/output_folder.h"
#include "core/base/data_size.h"

namespace evenkeel {

/// How many samples of 48 kHz a packet of Opus decodes to, 120 to 5760; nullopt where it is none (RFC 6716, section
/// 3.4).
std::optional<std::size_t> samples_of_opus(std::span<const std::uint8_t> packet);

/// Writes packets of Opus into an Ogg file as RFC 7845 has it, mono, a page for each second. Failures come back as one
/// sentence for the user; after one, nothing more is written.
class OggOpusWriter {
 public:
  OggOpusWriter();
  ~OggOpusWriter();
  OggOpusWriter(const OggOpusWriter&) = delete;
  OggOpusWriter& operator=(const OggOpusWriter&) = delete;

  /// Creates the file, or empties it; only the owner may read it.
  std::optional<std::string> open(const std::string& path);

  /// Appends a packet, which samples_of_opus() must take and which has at most max_opus_payload bytes. `start`: the
  /// samples between the beginning of the recording and its first. What is missing before it is filled with packets
  /// that say so, for players to conceal: granule positions must not jump (RFC 7845, section 4.1). They are as long as
  /// packets can be, so that one after hours is soon written. One that begins more than half its length before the end
  /// of the packets so far is left out, since no place is left for it.
  std::optional<std::string> write(std::span<const std::uint8_t> packet, std::int64_t start);

  /// Marks the last page as such and closes. The destructor does the same, without reporting errors.
  std::optional<std::string> close();

  bool is_open() const { return file_ != nullptr; }
  /// The samples from the beginning of the recording to the end of the packets so far.
  std::int64_t end() const { return end_; }
  /// Of the file with all packets so far.
  DataSize size() const;
  /// By how much write() makes the file longer at most.
  DataSize growth(std::span<const std::uint8_t> packet, std::int64_t start) const;

 private:
  struct Stream;
  bool fill(std::uint8_t toc, std::int64_t start);
  bool put(std::span<const std::uint8_t> packet, std::size_t samples);
  bool write_pages();
  bool flush();
  std::optional<std::string> fail();
  std::optional<std::string> fail(const std::error_code& error);

  FileHandle file_;
  std::unique_ptr<Stream> stream_;
  std::string path_;
  std::int64_t end_ = 0;
  std::int64_t packets_ = 0;
  std::int64_t written_ = 0;  // bytes
  bool unflushed_ = false;
  // What is in no page yet.
  std::int64_t page_begin_ = 0;
  std::int64_t page_segments_ = 0, page_bytes_ = 0;
};

}  // namespace evenkeel
