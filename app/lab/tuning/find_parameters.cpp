#include "app/lab/tuning/find_parameters.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlopt.hpp>

#include "app/lab/claims/statistics.h"
#include "app/lab/tuning/search_space.h"
#include "core/base/pareto_front.h"

namespace evenkeel::tuning {
namespace {

// Where the search around the parameters of now ends, and the one all over the range, in shares of the evaluations.
constexpr double around_now = 0.3;
constexpr double all_over = 0.7;
constexpr double first_step = 0.12;      // of the local search, of the range
constexpr double least_step = 0.002;     // two settings this close have the same three digits
constexpr std::uint64_t unseen = 1'000;  // seeds of the comparison are the search's and so much more

struct Stopped {};

class Search {
 public:
  Search(const TuningRequest& request, const TuningHooks& hooks, SearchSpace space)
      : request_(request), hooks_(hooks), space_(std::move(space)) {}

  TuningResult run() {
    try {
      try_now();
      search(TuningStage::local, nlopt::LN_SBPLX, best_point_, share_of_evaluations(around_now));
      search(TuningStage::global, nlopt::GN_CRS2_LM, best_point_, share_of_evaluations(all_over));
      search(TuningStage::local, nlopt::LN_SBPLX, best_point_, request_.evaluations);
      compare();
    } catch (const Stopped&) {
      result_.stopped = true;
    }
    result_.front = pareto_front(result_.tried);
    return std::move(result_);
  }

 private:
  int share_of_evaluations(double share) const { return static_cast<int>(share * request_.evaluations); }

  std::vector<PathMeasure> call(const Settings& settings, std::uint64_t first_seed, int count) {
    std::vector<PathMeasure> calls(static_cast<std::size_t>(count));
    hooks_.run_all(calls.size(), [&](std::size_t i) {
      if (hooks_.stop()) return;
      calls[i] = measure_call(request_.path, request_.controller, settings, first_seed + i);
    });
    if (hooks_.stop()) throw Stopped();
    return calls;
  }

  double mean_cost(const std::vector<PathMeasure>& calls) const {
    double sum = 0;
    for (std::size_t i = 0; i < calls.size(); ++i) sum += request_.goal.cost(calls[i], now_calls_[i]);
    return sum / static_cast<double>(calls.size());
  }

  void try_now() {
    now_calls_ = call(space_.now(), request_.seed, request_.seeds);
    result_.now = {space_.now(), mean_of(now_calls_), mean_cost(now_calls_)};
    result_.best = result_.now;
    result_.tried = {result_.now};
    best_point_ = space_.start();
    costs_[space_.at(best_point_)] = result_.now.cost;  // the same but for digits that do not matter
    report(TuningStage::local, result_.now);
  }

  double cost_at(TuningStage stage, const std::vector<double>& point) {
    Settings settings = space_.at(point);
    const auto known = costs_.find(settings);
    if (known != costs_.end()) return known->second;
    const auto calls = call(settings, request_.seed, request_.seeds);
    const TuningPoint tried{std::move(settings), mean_of(calls), mean_cost(calls)};
    costs_[tried.settings] = tried.cost;
    result_.tried.push_back(tried);
    if (tried.cost < result_.best.cost) {
      result_.best = tried;
      best_point_ = point;
    }
    report(stage, tried);
    return tried.cost;
  }

  void search(TuningStage stage, nlopt::algorithm algorithm, const std::vector<double>& start, int until) {
    const auto tried = [this] { return static_cast<int>(result_.tried.size()); };
    if (tried() >= until) return;
    const auto n = static_cast<unsigned>(space_.dimensions());
    nlopt::opt optimizer(algorithm, n);
    optimizer.set_lower_bounds(0.0);
    optimizer.set_upper_bounds(1.0);
    optimizer.set_initial_step(first_step);
    optimizer.set_xtol_abs(least_step);
    if (algorithm == nlopt::GN_CRS2_LM) optimizer.set_population(std::max(16U, 3 * (n + 1)));
    // Points that were tried before cost nothing, but must not go on for ever.
    optimizer.set_maxeval(10 * request_.evaluations);
    struct Context {
      Search& search;
      TuningStage stage;
      int until;
      bool stopped = false;
    } context{*this, stage, until};
    optimizer.set_min_objective(
        [](const std::vector<double>& x, std::vector<double>&, void* data) {
          Context& c = *static_cast<Context*>(data);
          if (static_cast<int>(c.search.result_.tried.size()) >= c.until) throw nlopt::forced_stop();
          try {
            return c.search.cost_at(c.stage, x);
          } catch (const Stopped&) {  // not through the library, which is C
            c.stopped = true;
            throw nlopt::forced_stop();
          }
        },
        &context);
    nlopt::srand(static_cast<unsigned long>(request_.seed));  // of this thread alone
    try {
      std::vector<double> point = start;
      double cost = 0;
      optimizer.optimize(point, cost);
    } catch (const std::runtime_error&) {  // stopped, or its own arithmetic failed: what was found until then counts
    }
    if (context.stopped) throw Stopped();
  }

  // On other calls than those that the best was chosen by.
  void compare() {
    report(TuningStage::unseen, result_.best);
    const std::uint64_t first = request_.seed + unseen;
    const auto now = call(result_.now.settings, first, request_.unseen_seeds);
    const auto best = call(result_.best.settings, first, request_.unseen_seeds);
    std::vector<double> gains;
    for (std::size_t i = 0; i < now.size(); ++i) {
      gains.push_back(request_.goal.cost(now[i], now[i]) - request_.goal.cost(best[i], now[i]));
    }
    result_.now_unseen = now;
    result_.best_unseen = best;
    const double error =
        evenkeel::deviation_of(gains) / std::sqrt(std::max<double>(1, static_cast<double>(gains.size()) - 1));
    result_.better = result_.best.cost < result_.now.cost && evenkeel::mean_of(gains) > 2 * error;
  }

  void report(TuningStage stage, const TuningPoint& last) const {
    const auto tried = static_cast<int>(result_.tried.size());
    hooks_.progress({stage, tried, request_.evaluations, result_.now, result_.best, last});
  }

  const TuningRequest& request_;
  const TuningHooks& hooks_;
  SearchSpace space_;
  std::vector<PathMeasure> now_calls_;
  std::vector<double> best_point_;
  std::map<Settings, double> costs_;
  TuningResult result_;
};

std::string what_is_wrong(const TuningRequest& request) {
  const double bits = request.path.link.capacity.bits_between(Duration::zero(), request.path.span);
  if (!std::isfinite(bits)) return "A path without a limit has nothing to tune for: give the link a capacity.";
  if (bits <= 0) return "The path carries nothing in the time of a call: give the link a capacity.";
  return {};
}

}  // namespace

Parsed<TuningResult> find_parameters(const TuningRequest& request, const TuningHooks& hooks) {
  if (std::string error = what_is_wrong(request); !error.empty()) return {std::nullopt, error};
  auto space = SearchSpace::make(request.controller, request.now, request.search);
  if (!space) return {std::nullopt, space.error};
  return {Search(request, hooks, std::move(*space.value)).run(), ""};
}

std::vector<TuningPoint> pareto_front(const std::vector<TuningPoint>& points) {
  std::vector<GainAndCost> measures;
  for (const TuningPoint& point : points) measures.push_back({point.measure.use, point.measure.queue_p95_ms});
  std::vector<TuningPoint> front;
  for (const std::size_t i : evenkeel::pareto_front(measures)) front.push_back(points[i]);
  return front;
}

}  // namespace evenkeel::tuning
