#pragma once

#include <array>
#include <cstddef>

namespace evenkeel {

/// What repair packets would have made of losses that happened. It is given the frames in the order of sending, each
/// with the repair packets behind it. The code is idealized: as many repair packets as packets are missing in their
/// windows bring all of these back. All that counts is then the debt of missing packets less repair packets (the
/// information debt of streaming codes, as in Tambur, NSDI'23, section 4): when it is paid, all is back; a frame that
/// still misses packets when no further repair packet covers it is broken.
class RepairReplay {
 public:
  static constexpr std::size_t max_window = 12;

  struct Path {
    std::size_t window = 2;  ///< frames that a repair packet covers, 1 to max_window
    double loss = 0;         ///< the part of the repair packets that is lost
    double phase = 0;        ///< the part of the first repair packet that is paid for at the start, 0 to 1
  };

  explicit RepairReplay(const Path& path) : path_(path), paid_(path.phase) {}

  /// `lost`: its packets that were; `repair`: repair packets that are paid for by it. They are sent when they are
  /// whole.
  void on_frame(int lost, double repair);

  /// How often the picture broke: frames that broke, but for those up to a window and two frames behind one that
  /// counts, since the picture stands for about that long anyway. Frames that repair packets may still cover are not
  /// among them.
  int breaks() const { return breaks_; }

 private:
  void give_up(int missing);
  int arriving(double repair);

  Path path_;
  std::array<int, max_window> missing_{};  // packets of the frames in the window, as a ring
  std::size_t newest_ = 0;                 // in the ring
  int debt_ = 0;                           // all missing packets in the window
  int arrived_ = 0;                        // repair packets that help with them
  double paid_;                            // repair packets
  double lost_ = 0;                        // repair packets
  int breaks_ = 0;
  std::size_t until_next_break_ = 0;  // frames
};

}  // namespace evenkeel
