#pragma once

#include <optional>
#include <string>

namespace evenkeel {

/// What came of reading a text somebody typed: the value, or one sentence that says what is wrong with the text and
/// shows the right form.
template <class T>
struct Parsed {
  std::optional<T> value;
  std::string error;  ///< empty where there is a value

  explicit operator bool() const { return value.has_value(); }
  const T& operator*() const { return *value; }
};

/// Puts what was read, if anything, in its place; the error, empty where there is none.
template <class T>
std::string assign(const Parsed<T>& parsed, T& value) {
  if (parsed) value = *parsed;
  return parsed.error;
}

}  // namespace evenkeel
