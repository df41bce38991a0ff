#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>

namespace evenkeel {

/// Turns a counter that wraps (16-bit sequence numbers, 32-bit timestamps) into one that does not: each value is taken
/// as the nearest to the one before. The first value is kept as it is.
template <class Wrapping>
class SequenceUnwrapper {
  static_assert(std::is_unsigned_v<Wrapping>);

 public:
  std::int64_t unwrap(Wrapping value) {
    last_ = last_ ? nearest(*last_, value) : static_cast<std::int64_t>(value);
    return *last_;
  }
  /// The same without remembering it.
  std::int64_t peek(Wrapping value) const { return last_ ? nearest(*last_, value) : static_cast<std::int64_t>(value); }
  /// The next value is taken as the nearest to this one.
  void set_reference(std::int64_t reference) { last_ = reference; }
  void reset() { last_.reset(); }

 private:
  static std::int64_t nearest(std::int64_t reference, Wrapping value) {
    const auto step = static_cast<Wrapping>(value - static_cast<Wrapping>(reference));
    return reference + static_cast<std::make_signed_t<Wrapping>>(step);
  }
  std::optional<std::int64_t> last_;
};

}  // namespace evenkeel
