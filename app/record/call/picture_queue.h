#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "core/base/data_size.h"
#include "core/base/time.h"
#include "core/rtp/frame_assembler.h"

namespace evenkeel {

/// Encoded pictures on their way from the thread that has them to the one that writes them: a disk may stand still, and
/// the call must not. What finds no room is left out up to the next key frame, and counted.
class PictureQueue {
 public:
  struct Frame {
    std::vector<std::uint8_t> data;
    bool key_frame = false;
    std::optional<std::uint32_t> rtp_timestamp;  ///< nullopt: made here
    LocalTime time{};                            ///< when it came; of one that was made here, where it belongs
  };
  static constexpr DataSize capacity = bytes(64 * 1024 * 1024);

  /// Begins a recording: empties it.
  void open();
  /// Frames that come from now on are not of the recording.
  void close();

  /// From any thread; false where it is not recorded.
  bool push(const ReceivedFrame& frame);
  bool push(Frame frame);
  /// All that waits, in order. Gives the memory of `taken` back.
  void take(std::vector<Frame>& taken);
  /// Frames of this recording for which there was no room.
  std::uint64_t lost() const;
  /// A key frame is waited for, since what was before is left out.
  bool lacks_key_frame() const;

 private:
  bool takes(std::size_t size, bool key_frame);

  mutable std::mutex mutex_;
  bool open_ = false;
  std::vector<Frame> frames_;
  std::size_t bytes_ = 0;
  bool broken_ = false;  // until a key frame
  std::uint64_t lost_ = 0;
};

}  // namespace evenkeel
