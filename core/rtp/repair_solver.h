#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/rtp/repair_symbol.h"

namespace evenkeel {

/// Linear equations over GF(256) whose unknowns are the symbols of missing packets, solved as they come after Gauss and
/// Jordan: each equation held has a pivot, an unknown that no other equation has. There are at most max_unknowns, and
/// no more equations than unknowns; the oldest unknowns give way. Allocates nothing once it exists.
class RepairSolver {
 public:
  static constexpr std::size_t max_unknowns = 64;

  struct Term {
    std::int64_t sequence = 0;
    std::uint8_t coefficient = 0;  ///< not 0
  };
  struct Solution {
    std::int64_t sequence = 0;
    RepairSymbol symbol;
  };
  enum class Outcome : std::uint8_t { added, redundant, contradiction };

  RepairSolver();

  /// Takes 1 to max_unknowns terms of different packets, in ascending order, and what they add up to. What is not added
  /// changes nothing.
  Outcome add(std::span<const Term> terms, const RepairSymbol& sum);

  /// The packet is known from elsewhere. False where that contradicts the equations: some of them are wrong then.
  bool set(std::int64_t sequence, const RepairSymbol& symbol);

  /// A packet that the equations determine, which is no unknown any more; null where there is none. Valid until the
  /// next call.
  const Solution* take_solution();

  void clear();

  std::size_t unknowns() const;  ///< that the equations have
  std::size_t equations() const;

 private:
  static constexpr std::size_t none = max_unknowns;
  using Coefficients = std::array<std::uint8_t, max_unknowns>;  // by column

  struct Equation {
    bool held = false;
    std::size_t pivot = none;  // a column
    Coefficients coefficients{};
    RepairSymbol sum;
  };

  std::size_t column_of(std::int64_t sequence) const;
  void set_terms(Coefficients& coefficients, std::span<const Term> terms);
  std::size_t make_column(const Coefficients& but_of);
  void give_up(std::size_t column);

  Equation& spare();
  bool find_pivot(Equation& equation);
  void hold(Equation& equation, std::size_t pivot);

  std::array<std::optional<std::int64_t>, max_unknowns> columns_{};  // the packet that each stands for
  std::vector<Equation> equations_;
  Solution solution_;
};

}  // namespace evenkeel
