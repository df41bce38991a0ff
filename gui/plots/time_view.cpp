#include "gui/plots/time_view.h"

#include <algorithm>
#include <utility>

namespace evenkeel {

void TimeView::set_following(bool on) {
  if (on == following_) return;
  from_s_ = from_s();
  const double visible = span_s();
  following_ = on;
  if (on) {
    span_s_ = following_span_s_;
  } else {
    following_span_s_ = std::exchange(span_s_, visible);
  }
}

double TimeView::limited(double span_s) const {
  return std::clamp(span_s, smallest_span_s, std::max(60.0, 1.1 * (std::max(end_s_, now_s_) - begin_s_)));
}

void TimeView::set_span(double span_s) {
  const double right = to_s();
  span_s_ = limited(span_s);
  following_span_s_ = span_s_;
  from_s_ = right - span_s_;
}

void TimeView::zoom(double factor, double around_s) {
  set_following(false);
  const double span = limited(span_s_ * factor);
  from_s_ = around_s - (around_s - from_s_) * span / span_s_;
  span_s_ = span;
  keep_near_data();
}

void TimeView::pan(double by_s) {
  set_following(false);
  from_s_ += by_s;
  keep_near_data();
}

void TimeView::show_all() {
  set_following(false);
  from_s_ = begin_s_;
  span_s_ = std::max(smallest_span_s, end_s_ - begin_s_);
}

void TimeView::show(double from_s, double to_s) {
  set_following(false);
  span_s_ = limited(to_s - from_s);
  from_s_ = from_s;
  keep_near_data();
}

void TimeView::reveal(double time_s) {
  if (time_s < from_s()) pan(time_s - from_s());
  if (time_s > to_s()) pan(time_s - to_s());
}

// At least a tenth of the view shows data.
void TimeView::keep_near_data() {
  const double last = std::max(end_s_, now_s_);
  const double first = begin_s_ - 0.9 * span_s_;
  from_s_ = std::clamp(from_s_, first, std::max(first, last - 0.1 * span_s_));
}

}  // namespace evenkeel
