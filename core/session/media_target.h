#pragma once

#include <optional>

#include "core/base/data_rate.h"

namespace evenkeel {

/// Of the share of the rate that video leaves to repair.
struct HeadroomLimits {
  double min = 0.02;
  double max = 0.15;
  Duration usual_wait = 8ms;  ///< that frames may find; or a packet's time, where that is longer
};

/// What of the sending rate the encoder may use: less the headers, and corrected so that a stock of media stays in the
/// pacer. The stock keeps the pacer busy while frames are smaller than planned, and drains where they are larger;
/// without it the sending rate would sag below the target at every small frame. But all of it is delay.
///
/// The stock is 10 ms, or, where a controller says how much of the time the pacer may stand idle, what that takes with
/// this encoder and this content: 2 ms are as good as 50 where frames hardly differ.
///
/// Where repair packets fill the gaps between frames there is no stock but headroom: so much of the rate is left to
/// repair that at most a tenth of the frames find others still waiting.
class MediaTarget {
 public:
  static constexpr Duration usual_stock = 10ms;
  static constexpr Duration largest_stock = 50ms;

  struct Frame {
    DataSize payload{};
    DataSize wire{};      ///< the packets that it became
    DataRate rate{};      ///< of the controller, as the frame came
    Duration backlog{};   ///< that the pacer still had to send then
    Duration idle{};      ///< for which the pacer had had nothing to send
    Duration interval{};  ///< since the frame before
  };

  /// `idle_share` is the share of time in which the pacer may be idle; nothing: the usual stock.
  void on_frame(const Frame& frame, std::optional<double> idle_share);
  /// Repair packets fill the gaps, and shall have `repair_share` of the rate at least.
  void on_frame_with_repair(const Frame& frame, double repair_share, const HeadroomLimits& limits = {});

  DataRate of(DataRate sending_rate) const { return sending_rate * payload_share_ * correction_ * media_share_; }
  Duration stock() const { return stock_; }
  /// The share of the rate that is left to repair; 0 where repair does not fill the gaps.
  double headroom() const { return 1 - media_share_; }

  void reset() { *this = MediaTarget(); }

 private:
  void learn(const Frame& frame, double idle_share);

  double payload_share_ = 0.95;
  double correction_ = 1;
  double used_ = 1;  // of what the encoder was offered
  Duration stock_ = usual_stock;
  double media_share_ = 1;
  double learnt_headroom_ = 0.05;
};

}  // namespace evenkeel
