#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <vector>

#include "core/base/time.h"
#include "core/frames/frame_dependency.h"
#include "core/rtp/reference_chain.h"

namespace evenkeel {

/// How a packet of the stream came.
enum class PacketOrigin { wire, retransmission, repair };

/// A packet of a stream of VP8 frames.
struct FramePiece {
  FrameTraits frame;
  std::optional<FrameDependency> dependency;  ///< of the first packet of a frame
  std::vector<std::uint8_t> data;             ///< empty: padding, not a piece of a frame
  bool starts_frame = false;
  bool starts_key_frame = false;
  bool marker = false;
  LocalTime arrival{};
  PacketOrigin origin = PacketOrigin::wire;
  std::optional<std::uint64_t> capture_ntp;
};

/// The packets that a FrameAssembler holds, by unwrapped sequence number. It keeps what is asked for after each packet
/// up to date as they come and go: a packet costs as much behind a hole of 2000 others as behind one.
class FramePieces {
 public:
  using Map = std::map<std::int64_t, FramePiece>;
  using Position = Map::const_iterator;

  /// The packets from one that starts a frame, as far as the frame reaches without a hole.
  struct Run {
    Position end;
    enum State { complete, cut_short, open } state;  ///< cut short: another frame begins before the marker came
  };

  FramePieces() = default;
  FramePieces(FramePieces&&) = default;  // not copied: it holds positions of its own
  FramePieces& operator=(FramePieces&&) = default;

  /// False where it was held already.
  bool insert(std::int64_t sequence, FramePiece&& piece);
  void remove_front();
  void clear();

  bool empty() const { return pieces_.empty(); }
  std::size_t size() const { return pieces_.size(); }
  std::size_t bytes() const { return bytes_; }  ///< of VP8 data
  Position begin() const { return pieces_.begin(); }
  Position end() const { return pieces_.end(); }

  /// `start` starts a frame.
  Run run_from(Position start) const;
  /// Behind the first hole, counted from the front.
  Position behind_first_hole() const { return reach_ ? std::next(*reach_) : end(); }
  /// The first that is no padding.
  Position first_with_data() const { return first_with_data_.value_or(end()); }
  /// The earliest arrival of `from` and all behind it; LocalTime::max() for end().
  LocalTime first_arrival(Position from) const;
  /// The first packet of a key frame that is complete, at `from` or behind it; end() where there is none.
  Position complete_key_frame(Position from) const;
  /// The latest arrival of a packet of the last key frame of which the first packet is held.
  std::optional<LocalTime> key_frame_arrival() const;

  using Wanted = std::function<bool(const FramePiece& first)>;
  /// The first packet of the first complete frame that is wanted; end() where there is none. A frame that was not
  /// wanted is not asked about again until forget_answers().
  Position find_wanted(const Wanted& wanted);
  void forget_answers();

 private:
  struct Start {
    Position first, last;  // of the run
    Run::State state;
  };

  void note_data(Position at);
  void note_arrival(Position at);
  void note_key_frame(Position at);
  void note_runs(Position at);
  void extend(Start& start);
  void on_complete(const Start& start);
  void extend_reach();

  Map pieces_;
  std::size_t bytes_ = 0;
  std::map<std::int64_t, Start> starts_;  // of all frames of which the first packet is held
  std::optional<Position> reach_;         // the last before the first hole; nullopt: nothing is held
  std::optional<Position> first_with_data_;
  // Those that came before everything behind them, so that both numbers and times rise.
  std::deque<std::pair<std::int64_t, LocalTime>> first_arrivals_;
  std::deque<Position> key_frames_;  // their first packets
  std::deque<Position> complete_key_frames_;
  LocalTime key_frame_arrival_{};     // of the last of them
  std::deque<std::int64_t> unasked_;  // starts of complete frames, where others have been asked about
  bool asks_all_ = true;
};

}  // namespace evenkeel
