#include "core/rtp/repair_solver.h"

#include <algorithm>
#include <functional>

namespace evenkeel {
namespace {

static_assert(RepairSolver::max_unknowns % gf256_block == 0);
using Coefficients = std::array<std::uint8_t, RepairSolver::max_unknowns>;

std::size_t first_unknown(const Coefficients& c) {
  return static_cast<std::size_t>(std::find_if(c.begin(), c.end(), [](auto x) { return x != 0; }) - c.begin());
}

bool has_one_unknown(const Coefficients& c) { return std::count(c.begin(), c.end(), 0) + 1 == std::ssize(c); }

// Leaves none 0 that is not 0 in either.
void add_unknowns(Coefficients& to, const Coefficients& from) {
  std::transform(to.begin(), to.end(), from.begin(), to.begin(), std::bit_or<std::uint8_t>());
}

// Takes the unknown in `column` out of an equation by another that has it.
template <class Equation>
void eliminate(Equation& from, std::size_t column, const Equation& by) {
  if (from.coefficients[column] == 0) return;
  const auto factor = gf256_multiply(from.coefficients[column], gf256_inverse(by.coefficients[column]));
  gf256_add_multiple(from.coefficients.data(), factor, by.coefficients.data(), by.coefficients.size());
  from.sum.add_multiple(factor, by.sum);
}

}  // namespace

// One more than can be held, for the one that is being added.
RepairSolver::RepairSolver() : equations_(max_unknowns + 1) {}

RepairSolver::Outcome RepairSolver::add(std::span<const Term> terms, const RepairSymbol& sum) {
  Equation& equation = spare();
  equation.coefficients.fill(0);
  equation.sum = sum;
  set_terms(equation.coefficients, terms);
  for (const Equation& held : equations_) {
    if (held.held) eliminate(equation, held.pivot, held);
  }
  const bool adds_nothing = first_unknown(equation.coefficients) == none;
  if (!find_pivot(equation)) return Outcome::contradiction;
  return adds_nothing ? Outcome::redundant : Outcome::added;
}

bool RepairSolver::set(std::int64_t sequence, const RepairSymbol& symbol) {
  const std::size_t column = column_of(sequence);
  if (column == none) return true;
  for (Equation& equation : equations_) {
    if (!equation.held || equation.coefficients[column] == 0) continue;
    if (symbol.size() > equation.sum.size()) return false;  // a sum is as large as the largest symbol in it
    equation.sum.add_multiple(equation.coefficients[column], symbol);
    equation.coefficients[column] = 0;
    if (equation.pivot == column && !find_pivot(equation)) return false;
  }
  columns_[column].reset();
  return true;
}

const RepairSolver::Solution* RepairSolver::take_solution() {
  const auto is_solved = [](const Equation& e) { return e.held && has_one_unknown(e.coefficients); };
  const auto solved = std::find_if(equations_.begin(), equations_.end(), is_solved);
  if (solved == equations_.end()) return nullptr;
  solution_.sequence = columns_[solved->pivot].value();
  solution_.symbol.clear();
  solution_.symbol.add_multiple(gf256_inverse(solved->coefficients[solved->pivot]), solved->sum);
  solved->held = false;
  columns_[solved->pivot].reset();
  return &solution_;
}

void RepairSolver::clear() {
  columns_.fill(std::nullopt);
  for (Equation& equation : equations_) equation.held = false;
}

std::size_t RepairSolver::unknowns() const {
  Coefficients any{};
  for (const Equation& equation : equations_) {
    if (equation.held) add_unknowns(any, equation.coefficients);
  }
  return max_unknowns - static_cast<std::size_t>(std::count(any.begin(), any.end(), 0));
}

std::size_t RepairSolver::equations() const {
  return static_cast<std::size_t>(std::count_if(equations_.begin(), equations_.end(), [](auto& e) { return e.held; }));
}

std::size_t RepairSolver::column_of(std::int64_t sequence) const {
  return static_cast<std::size_t>(std::find(columns_.begin(), columns_.end(), sequence) - columns_.begin());
}

// Those that have a column come first: it must not give way to another one of the same equation.
void RepairSolver::set_terms(Coefficients& coefficients, std::span<const Term> terms) {
  std::array<bool, max_unknowns> is_set{};  // by term
  for (std::size_t column = 0; column < max_unknowns; ++column) {
    if (!columns_[column]) continue;
    const auto term = std::ranges::lower_bound(terms, *columns_[column], {}, &Term::sequence);
    if (term == terms.end() || term->sequence != *columns_[column]) continue;
    coefficients[column] = term->coefficient;
    is_set[static_cast<std::size_t>(term - terms.begin())] = true;
  }
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (is_set[i]) continue;
    const std::size_t column = make_column(coefficients);
    columns_[column] = terms[i].sequence;
    coefficients[column] = terms[i].coefficient;
  }
}

// A free column, or else the oldest. There is one: terms are no more than columns, and one of them has none yet.
std::size_t RepairSolver::make_column(const Coefficients& but_of) {
  std::size_t oldest = none;
  for (std::size_t column = 0; column < max_unknowns; ++column) {
    if (but_of[column] != 0) continue;
    if (!columns_[column]) return column;
    if (oldest == none || *columns_[column] < *columns_[oldest]) oldest = column;
  }
  give_up(oldest);
  return oldest;
}

// One equation with the unknown goes with it: the others get rid of the unknown by that one.
void RepairSolver::give_up(std::size_t column) {
  const auto has_it = [&](const Equation& e) { return e.held && e.coefficients[column] != 0; };
  const auto given_up = std::find_if(equations_.begin(), equations_.end(), has_it);
  if (given_up == equations_.end()) return;
  hold(*given_up, column);
  given_up->held = false;
}

RepairSolver::Equation& RepairSolver::spare() {
  return *std::find_if(equations_.begin(), equations_.end(), [](const Equation& e) { return !e.held; });
}

// An equation without unknowns is let go; false where it is not 0 = 0.
bool RepairSolver::find_pivot(Equation& equation) {
  const std::size_t pivot = first_unknown(equation.coefficients);
  if (pivot != none) {
    hold(equation, pivot);
    return true;
  }
  equation.held = false;
  return equation.sum.is_zero();
}

void RepairSolver::hold(Equation& equation, std::size_t pivot) {
  equation.held = true;
  equation.pivot = pivot;
  for (Equation& other : equations_) {
    if (other.held && &other != &equation) eliminate(other, pivot, equation);
  }
}

}  // namespace evenkeel
