#include <catch2/catch.hpp>

#include "app/lab/tuning/find_parameters.h"
#include "app/lab/tuning/search_space.h"
#include "core/control/factory/controller_factory.h"
#include "core/theory/ldcc_theory.h"

namespace evenkeel::tuning {
namespace {

/// The demo's.
TuningPath demo_path(Duration span) {
  TuningPath path;
  path.link.capacity = Capacity::constant(megabits_per_second(2.5));
  path.link.propagation_delay = 50ms;
  path.link.buffer = Duration(300ms);
  path.backward_delay = 50ms;
  path.span = span;
  return path;
}

TuningPoint point(double use, double queue_ms) { return {{}, {use, queue_ms}, 0}; }

LdccParameters ldcc_of(const Settings& settings) {
  const auto controller = make_controller("ldcc");
  for (const auto& [name, text] : settings) REQUIRE(set_parameter(*controller, name, text).empty());
  return dynamic_cast<const Ldcc&>(*controller).parameters();
}

TuningRequest small_request() {
  TuningRequest request;
  request.path = demo_path(10s);
  request.controller = "ldcc";
  request.search = {"w", "T_r"};
  request.evaluations = 24;
  request.seeds = 2;
  request.unseen_seeds = 3;
  return request;
}

}  // namespace

TEST_CASE("a call of LDCC on the demo's link measures what eq. 19 says", "[tuning]") {
  const TuningPath path = demo_path(120s);
  const PathMeasure call = measure_call(path, "ldcc", {{"T_r", "60ms"}}, 1);
  LdccParameters parameters;
  parameters.t_r = 60ms;
  const auto delay = ldcc_equilibrium_delay(parameters, megabits_per_second(2.5), 50ms);
  CHECK(call.queue_p95_ms == Approx(to_milliseconds(*delay) - 50).margin(4));
  CHECK(call.use > 0.7);
  CHECK(call.use <= 1);
}

TEST_CASE("equal seeds make equal calls, others other ones", "[tuning]") {
  const TuningPath path = demo_path(10s);
  const PathMeasure a = measure_call(path, "darc", {}, 1);
  const PathMeasure b = measure_call(path, "darc", {}, 1);
  const PathMeasure c = measure_call(path, "darc", {}, 2);
  CHECK(a.use == b.use);
  CHECK(a.queue_p95_ms == b.queue_p95_ms);
  CHECK(a.use != c.use);
}

TEST_CASE("goals cost what they say", "[tuning]") {
  const PathMeasure now{0.9, 50};
  Goal goal;
  CHECK(goal.cost({0.9, 50}, now) == Approx(0.1 + 0.25));
  goal.kind = GoalKind::delay;
  CHECK(goal.cost({0.9, 30}, now) == Approx(0.3));
  CHECK(goal.cost({0.89, 30}, now) == Approx(0.3 + 0.2));
  goal.least_use = 0.5;
  CHECK(goal.cost({0.6, 30}, now) == Approx(0.3));
  goal.kind = GoalKind::rate;
  CHECK(goal.cost({0.95, 50}, now) == Approx(0.05));
  CHECK(goal.cost({0.95, 60}, now) == Approx(1.05));
  goal.longest_queue_ms = 70;
  CHECK(goal.cost({0.95, 60}, now) == Approx(0.05));
}

TEST_CASE("goals are found by their names", "[tuning]") {
  for (const GoalName& goal : goal_names()) CHECK(parse_goal(goal.name).value == goal.kind);
  CHECK_THAT(parse_goal("fast").error, Catch::Contains("balanced, delay, rate"));
}

TEST_CASE("the search space goes a factor of ten either way, within the declared range", "[tuning]") {
  const auto made = SearchSpace::make("ldcc", {{"eta", "0.5"}}, {});
  REQUIRE(made);
  const SearchSpace& space = *made;
  REQUIRE(space.dimensions() == 4);
  const auto text = [&](double share, std::size_t i) { return space.at(std::vector<double>(4, share))[i].second; };
  CHECK(space.now()[0] == Settings::value_type{"w", "20kbps"});
  CHECK(text(0, 0) == "2kbps");
  CHECK(text(1, 0) == "200kbps");
  CHECK(text(0, 1) == "10ms");
  CHECK(text(1, 1) == "1s");
  CHECK(text(1, 3) == "1");  // eta may be 1 at most
  CHECK(space.at(space.start()) == space.now());
}

TEST_CASE("rounding makes no difference to what a controller has now", "[tuning]") {
  const auto space = SearchSpace::make("darc", {{"T_B", "1.755s"}}, {});
  REQUIRE(space);
  CHECK((*space).at((*space).start()) == (*space).now());
}

TEST_CASE("whatever the point, its parameters can be set", "[tuning]") {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> share(0, 1);
  for (const auto name : controller_names()) {
    const auto space = SearchSpace::make(std::string(name), {}, {});
    if (!space) continue;  // fixed has none
    const auto controller = make_controller(name);
    for (int round = 0; round < 200; ++round) {
      std::vector<double> place((*space).dimensions());
      for (double& x : place) x = round == 0 ? 0 : round == 1 ? 1 : share(random);
      for (const auto& [parameter, text] : (*space).at(place)) {
        INFO(name << '.' << parameter << '=' << text);
        CHECK(set_parameter(*controller, parameter, text).empty());
      }
    }
  }
}

TEST_CASE("what is not searched stays", "[tuning]") {
  const auto space = SearchSpace::make("ldcc", {{"eta", "0.3"}}, {"w"});
  REQUIRE(space);
  REQUIRE((*space).dimensions() == 1);
  const Settings settings = (*space).at({1});
  CHECK(settings == Settings{{"w", "200kbps"}, {"T_r", "100ms"}, {"beta", "0.1"}, {"eta", "0.3"}});
}

TEST_CASE("requests that cannot be met end in a sentence", "[tuning]") {
  TuningRequest request = small_request();
  request.search = {"x"};
  CHECK_THAT(find_parameters(request).error, Catch::Contains("'x'") && Catch::Contains("T_r"));
  request = small_request();
  request.controller = "nobody";
  CHECK_THAT(find_parameters(request).error, Catch::Contains("nobody"));
  request = small_request();
  request.path.link.capacity = Capacity::constant(DataRate::unlimited());
  CHECK_THAT(find_parameters(request).error, Catch::Contains("capacity"));
}

TEST_CASE("the Pareto front keeps what no other is better than in both", "[tuning]") {
  const auto front = pareto_front({point(0.9, 50), point(0.8, 20), point(0.85, 60), point(0.9, 40), point(0.95, 90)});
  REQUIRE(front.size() == 3);
  CHECK(front[0].measure.use == 0.8);
  CHECK(front[1].measure.queue_p95_ms == 40);
  CHECK(front[2].measure.use == 0.95);
  CHECK(pareto_front({}).empty());
}

TEST_CASE("the search ends as it began, whatever runs its calls, and counts them", "[tuning]") {
  const TuningRequest request = small_request();
  int reports = 0;
  TuningHooks hooks;
  hooks.progress = [&](const TuningProgress& p) {
    ++reports;
    CHECK(p.tried <= request.evaluations);
    CHECK(p.best.cost <= p.now.cost);
  };
  hooks.run_all = [](std::size_t count, const std::function<void(std::size_t)>& job) {
    while (count > 0) job(--count);
  };
  const auto a = find_parameters(request, hooks);
  const auto b = find_parameters(request);
  REQUIRE(a);
  REQUIRE(b);
  CHECK(reports > 10);
  CHECK(static_cast<int>((*a).tried.size()) == request.evaluations);
  CHECK((*a).best.settings == (*b).best.settings);
  CHECK((*a).best.cost == (*b).best.cost);
  CHECK((*a).now_unseen.size() == 3);
  CHECK((*a).best_unseen.size() == 3);
  CHECK_FALSE((*a).front.empty());
}

TEST_CASE("a search that is stopped has the best so far", "[tuning]") {
  TuningHooks hooks;
  int tried = 0;
  hooks.progress = [&](const TuningProgress& p) { tried = p.tried; };
  hooks.stop = [&] { return tried >= 5; };
  const auto result = find_parameters(small_request(), hooks);
  REQUIRE(result);
  CHECK((*result).stopped);
  CHECK_FALSE((*result).better);
  CHECK((*result).tried.size() == 5);
  CHECK((*result).best_unseen.empty());
}

TEST_CASE("parameters that reach the goal already stay", "[tuning]") {
  TuningRequest request = small_request();
  request.goal = {GoalKind::delay, 0.01, std::nullopt};
  request.now = {{"T_r", "10ms"}, {"w", "1kbps"}};  // no queue at all
  const auto result = find_parameters(request);
  REQUIRE(result);
  CHECK_FALSE((*result).better);
  CHECK((*result).best.cost <= (*result).now.cost);
}

// T_r and w trade against each other along eq. 19: what they settle at is what the goal allows.
TEST_CASE("on the demo's link the search finds T_r and w of LDCC where eq. 19 has them", "[tuning]") {
  const double queue_ms = GENERATE(20.0, 60.0);
  TuningRequest request = small_request();
  request.path = demo_path(120s);
  request.path.source = Source::greedy;  // as the closed form assumes
  request.evaluations = 60;
  request.seeds = 1;
  request.unseen_seeds = 2;
  request.goal = {GoalKind::rate, std::nullopt, queue_ms};
  const auto result = find_parameters(request);
  REQUIRE(result);
  const LdccParameters found = ldcc_of((*result).best.settings);
  const auto delay = ldcc_equilibrium_delay(found, megabits_per_second(2.5), 50ms);
  REQUIRE(delay);
  CAPTURE(found.w.kbps(), to_milliseconds(found.t_r), (*result).best.measure.use, (*result).best.measure.queue_p95_ms,
          (*result).now.measure.queue_p95_ms);
  CHECK(to_milliseconds(*delay) == Approx(50 + (*result).best.measure.queue_p95_ms).margin(5));
  CHECK(to_milliseconds(*delay) == Approx(50 + queue_ms).margin(8));  // as near as so few evaluations come
  CHECK((*result).best.measure.queue_p95_ms <= queue_ms + 0.5);
  CHECK((*result).best.measure.use > 0.85);
  CHECK((*result).better);
}

}  // namespace evenkeel::tuning
