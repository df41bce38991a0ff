#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>

#include "core/base/data_size.h"
#include "core/base/time.h"
#include "core/frames/picture.h"

namespace evenkeel {

/// Writes VP8 and Opus, mono, into a WebM file by GStreamer's webmmux, whose threads wait for the disk in place of the
/// caller. A file that is not closed plays as far as it got; a closed one has its duration, and can be sought in at key
/// frames. Both tracks must go on: what one has waits for the other. Failures come back as one sentence for the user;
/// after one, nothing more is written. Used by one thread.
class WebmWriter {
 public:
  WebmWriter();
  ~WebmWriter();
  WebmWriter(const WebmWriter&) = delete;
  WebmWriter& operator=(const WebmWriter&) = delete;

  /// Creates the file, or empties it; only the owner may read it. The size is that of the first picture: later ones may
  /// have another.
  std::optional<std::string> open(const std::string& path, PictureSize size);

  /// Times count from the start of the recording, are not negative, and do not fall within a track.
  void write_picture(std::span<const std::uint8_t> frame, Duration time, bool key_frame);
  void write_sound(std::span<const std::uint8_t> packet, Duration time, Duration length);

  /// What went wrong since open(), as soon as it is known: a full disk, or the file is no longer in its folder.
  std::optional<std::string> check();

  /// Writes what is left, the duration and the index, for which it waits, for 2 s at most: a disk that stands still for
  /// longer is waited for elsewhere, by end_program() at last. The destructor does the same, without reporting errors.
  std::optional<std::string> close();

  bool is_open() const { return pipeline_ != nullptr; }
  /// At most, of the file with all that was given so far, once it is closed.
  DataSize size() const { return size_; }
  /// By how much a frame or a packet with so many bytes makes the file longer at most.
  static DataSize growth(std::size_t data, bool key_frame);
  /// Of the file as it is.
  DataSize written() const;
  /// What was given and is not written yet.
  DataSize waiting() const;

 private:
  struct Pipeline;
  std::string start(int file, PictureSize size);
  std::string cannot_open(const std::error_code& error) const;
  std::string sentence(const std::string& reason) const;  // which has the advice with it

  std::unique_ptr<Pipeline> pipeline_;
  std::string path_;
  DataSize size_;
};

}  // namespace evenkeel
