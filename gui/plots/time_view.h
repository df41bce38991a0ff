#pragma once

#include "gui/store/sample_store.h"

namespace evenkeel {

/// Which part of the time axis is visible: it follows the present, or stays where the user moved it.
class TimeView {
 public:
  static constexpr double smallest_span_s = 0.2;

  void set_now(double now_s) { now_s_ = now_s; }
  /// The end of the data; the view does not go far beyond it.
  void set_end(double end_s) { end_s_ = end_s; }

  bool following() const { return following_; }
  /// When turned off the view stays where it is; when turned on it gets its former width.
  void set_following(bool on);

  double from_s() const { return following_ ? now_s_ - span_s_ : from_s_; }
  double to_s() const { return from_s() + span_s_; }
  double span_s() const { return span_s_; }
  TimeRange range() const { return {from_seconds(from_s()), from_seconds(to_s())}; }

  /// Keeps the right edge.
  void set_span(double span_s);
  /// By `factor` (below 1 shows less) around a time that keeps its place; stops following.
  void zoom(double factor, double around_s);
  /// Stops following.
  void pan(double by_s);
  void show_all();
  /// Moves just enough to show a time; stops following if it must move.
  void reveal(double time_s);

 private:
  double limited(double span_s) const;
  void keep_near_data();

  double now_s_ = 0;
  double end_s_ = 0;
  double span_s_ = 60;
  double following_span_s_ = 60;
  double from_s_ = 0;
  bool following_ = true;
};

}  // namespace evenkeel
