#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>

namespace evenkeel {

/// Sums up what comes at rising positions (a time, or a number), so that both the whole and its last half can be told
/// at any moment, although the half begins later with everything that comes. Behind the middle sums are kept for at
/// most `max_parts` parts of equal length, in front of it one for all.
///
/// The half is cut between two parts: off by at most 1/64 of the last position, and exact while that does not exceed
/// 2 max_parts resolutions if positions are multiples of the resolution.
///
/// `Sum`: add(value) and merge(a later Sum).
template <class Sum>
class LastHalf {
 public:
  static constexpr std::int64_t max_parts = 32;

  /// The length of the first parts, above 0.
  explicit LastHalf(std::int64_t resolution) : length_(resolution) {}

  template <class Value>
  void add(std::int64_t position, const Value& value) {
    end_ = std::max(end_, position);
    while (end_ / 2 / length_ > max_parts) lengthen();
    while (first_ < end_ / 2 / length_) begin_later();
    at(position).add(value);
  }

  Sum whole() const { return sum(0, true); }
  /// What came after that position, which must not be below half the last one.
  Sum after(std::int64_t position) const { return sum(nearest_part(position), false); }
  /// The rest.
  Sum until(std::int64_t position) const {
    Sum sum = before_;
    const auto parts = static_cast<std::size_t>(std::max<std::int64_t>(0, nearest_part(position) - first_));
    for (std::size_t i = 0; i < std::min(parts, parts_.size()); ++i) sum.merge(parts_[i]);
    return sum;
  }

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor(before_);
    for (const Sum& part : parts_) visitor(part);
  }

 private:
  /// Part i is what is above i and up to i + 1 lengths.
  std::int64_t part_of(std::int64_t position) const { return position <= 0 ? 0 : (position - 1) / length_; }
  std::int64_t nearest_part(std::int64_t position) const { return (position + (length_ - 1) / 2) / length_; }

  Sum& at(std::int64_t position) {
    const std::int64_t part = part_of(position) - first_;
    if (part < 0) return before_;
    if (static_cast<std::size_t>(part) >= parts_.size()) parts_.resize(static_cast<std::size_t>(part) + 1);
    return parts_[static_cast<std::size_t>(part)];
  }

  void begin_later() {
    ++first_;
    if (parts_.empty()) return;
    before_.merge(parts_.front());
    parts_.pop_front();
  }

  /// Joins the parts in pairs. What is before the middle may end within a pair; it stays there.
  void lengthen() {
    std::deque<Sum> longer;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const bool begins = i == 0 || (first_ + static_cast<std::int64_t>(i)) % 2 == 0;
      begins ? longer.push_back(std::move(parts_[i])) : longer.back().merge(parts_[i]);
    }
    parts_ = std::move(longer);
    first_ /= 2;
    length_ *= 2;
  }

  Sum sum(std::int64_t from, bool with_before) const {
    Sum sum = with_before ? before_ : Sum();
    for (auto i = static_cast<std::size_t>(std::max<std::int64_t>(0, from - first_)); i < parts_.size(); ++i)
      sum.merge(parts_[i]);
    return sum;
  }

  std::int64_t length_;
  std::int64_t end_ = 0;
  std::int64_t first_ = 0;  ///< the number of parts_.front()
  Sum before_;              ///< all that is before it
  std::deque<Sum> parts_;
};

}  // namespace evenkeel
