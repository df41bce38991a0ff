#pragma once

#include <compare>
#include <cstdint>

namespace evenkeel {

/// An amount of data in whole bytes. May be negative as a difference.
class DataSize {
 public:
  constexpr DataSize() = default;

  constexpr std::int64_t bytes() const { return bytes_; }
  constexpr std::int64_t bits() const { return bytes_ * 8; }

  constexpr auto operator<=>(const DataSize&) const = default;
  constexpr DataSize operator-() const { return DataSize(-bytes_); }
  constexpr DataSize& operator+=(DataSize other) {
    bytes_ += other.bytes_;
    return *this;
  }
  constexpr DataSize& operator-=(DataSize other) {
    bytes_ -= other.bytes_;
    return *this;
  }
  friend constexpr DataSize operator+(DataSize a, DataSize b) { return a += b; }
  friend constexpr DataSize operator-(DataSize a, DataSize b) { return a -= b; }
  friend constexpr DataSize operator*(DataSize a, std::int64_t n) { return DataSize(a.bytes_ * n); }
  friend constexpr DataSize operator*(std::int64_t n, DataSize a) { return a * n; }
  friend constexpr double operator/(DataSize a, DataSize b) {
    return static_cast<double>(a.bytes_) / static_cast<double>(b.bytes_);
  }

 private:
  friend constexpr DataSize bytes(std::int64_t n);
  explicit constexpr DataSize(std::int64_t n) : bytes_(n) {}
  std::int64_t bytes_ = 0;
};

constexpr DataSize bytes(std::int64_t n) { return DataSize(n); }

}  // namespace evenkeel
