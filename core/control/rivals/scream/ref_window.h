#pragma once

#include <optional>

#include "core/control/rivals/scream/ack_tracker.h"
#include "core/control/rivals/scream/scream_parameters.h"

namespace evenkeel {

/// Shares of what was acknowledged that are marked, 0 to 1.
struct ScreamMarks {
  double l4s = 0;            ///< l4s_alpha, by the network
  double virtual_share = 0;  ///< l4s_alpha_v, by the queue delay
};

/// The reference window ref_wnd of SCReAM v2.
class ScreamRefWindow {
 public:
  void start(const ScreamParameters& parameters, double window);
  /// Another window, as soon as it is known what the start rate takes.
  void set(const ScreamParameters& parameters, double window);
  void on_sent(LocalTime now, DataSize in_flight) { most_in_flight_.add(now, in_flight); }
  void on_ack(const ScreamParameters& parameters, const ScreamAck& ack, const ScreamMarks& marks);
  /// Nothing was acknowledged for long: the smallest window.
  void collapse(const ScreamParameters& parameters, LocalTime now);

  double bytes() const { return ref_wnd_; }

 private:
  void undo();
  double reduction(const ScreamParameters& parameters, const ScreamAck& ack, const ScreamMarks& marks);
  void reduce(const ScreamParameters& parameters, double factor, const ScreamAck& ack);
  void grow(const ScreamParameters& parameters, const ScreamAck& ack, double unmarked);
  double caution_near_inflection() const;
  double recovery(const ScreamParameters& parameters, const ScreamAck& ack) const;

  double ref_wnd_ = 0;
  double inflection_ = 0;                                // ref_wnd_i; zero: none yet
  WindowedMaximum<DataSize> most_in_flight_{5s, 250ms};  // max_bytes_in_flight (RFC 8298, section 4.1.2.2)
  double before_loss_ = 0;                               // ref_wnd before the last cut for a loss
  std::optional<LocalTime> last_loss_;
  std::optional<LocalTime> last_mark_;
  std::optional<LocalTime> last_congestion_;
};

}  // namespace evenkeel
