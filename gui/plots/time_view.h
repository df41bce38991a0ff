#pragma once

#include <algorithm>

#include "gui/store/sample_store.h"

namespace evenkeel {

/// Which part of the time axis is visible: it follows the present, or stays where the user moved it. A call that is
/// younger than the span is shown from its start on, so that the axis grows with it.
class TimeView {
 public:
  static constexpr double smallest_span_s = 0.2;
  static constexpr double first_span_s = 10;  ///< of a call that begins
  static constexpr double usual_span_s = 60;

  void set_now(double now_s) { now_s_ = now_s; }
  /// Begin and end of the data; the view does not go far beyond them.
  void set_data(double begin_s, double end_s) {
    begin_s_ = begin_s;
    end_s_ = end_s;
  }

  bool following() const { return following_; }
  /// When turned off the view stays where it is; when turned on it gets its former width.
  void set_following(bool on);

  /// The axis still grows towards the wanted span.
  bool growing() const { return following_ && now_s_ < span_s_; }
  double from_s() const { return following_ ? std::max(0.0, now_s_ - span_s_) : from_s_; }
  double to_s() const { return from_s() + span_s(); }
  /// What is visible: less than the wanted span while the axis grows.
  double span_s() const { return following_ ? std::clamp(now_s_, std::min(first_span_s, span_s_), span_s_) : span_s_; }
  TimeRange range() const { return {from_seconds(from_s()), from_seconds(to_s())}; }

  /// Keeps the right edge.
  void set_span(double span_s);
  /// By `factor` (below 1 shows less) around a time that keeps its place; stops following.
  void zoom(double factor, double around_s);
  /// Stops following.
  void pan(double by_s);
  void show_all();
  /// Shows a range; stops following.
  void show(double from_s, double to_s);
  /// Moves just enough to show a time; stops following if it must move.
  void reveal(double time_s);

 private:
  double limited(double span_s) const;
  void keep_near_data();

  double now_s_ = 0;
  double begin_s_ = 0;
  double end_s_ = 0;
  double span_s_ = usual_span_s;  ///< the wanted one
  double following_span_s_ = usual_span_s;
  double from_s_ = 0;
  bool following_ = true;
};

}  // namespace evenkeel
