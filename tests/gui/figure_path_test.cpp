#include "gui/figures/figure_path.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "tests/gui/figure_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

bool same(QPointF a, QPointF b) { return (is_break(a) && is_break(b)) || a == b; }

/// Whether all of a part are within the whole, in the same order.
bool in_order(const FigurePath& part, const FigurePath& whole) {
  auto at = whole.begin();
  for (const QPointF& point : part) {
    at = std::find_if(at, whole.end(), [&](QPointF other) { return same(point, other); });
    if (at == whole.end()) return false;
    ++at;
  }
  return true;
}

}  // namespace

TEST_CASE("a line of a million points becomes four per column and keeps its extremes", "[figures]") {
  std::mt19937 random(3);
  std::normal_distribution<double> noise(100, 10);
  FigurePath path;
  for (int i = 0; i < 1'000'000; ++i) path.emplace_back(i * 700.0 / 1e6, noise(random));
  path[654'321].setY(-1000);
  path[100'000].setY(2000);
  const FigurePath thin = thin_line(path, 0.5);
  CHECK(thin.size() <= 4 * 1401);
  const auto [low, high] = std::ranges::minmax(thin, {}, [](QPointF p) { return p.y(); });
  CHECK(low.y() == -1000);
  CHECK(high.y() == 2000);
  CHECK(thin.front() == path.front());
  CHECK(thin.back() == path.back());
}

TEST_CASE("thinned lines keep the extremes of each column, their order and their breaks", "[figures]") {
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    FigurePath path;
    const int count = std::uniform_int_distribution<int>(0, 300)(random);
    for (int i = 0; i < count; ++i) {
      const bool gap = random() % 20 == 0;
      path.emplace_back(std::uniform_real_distribution<>(0, 10)(random),
                        gap ? no_number : static_cast<double>(random() % 50));
    }
    if (round % 2 == 0) std::ranges::stable_sort(path, {}, [](QPointF p) { return p.x(); });
    const FigurePath thin = thin_line(path, 1.0);
    CHECK(in_order(thin, path));
    CHECK(std::ranges::count_if(thin, is_break) == std::ranges::count_if(path, is_break));
    for (int column = 0; column < 10; ++column) {
      const auto highest = [&](const FigurePath& of) {
        double y = -1;
        for (const QPointF& p : of)
          if (!is_break(p) && std::floor(p.x()) == column) y = std::max(y, p.y());
        return y;
      };
      CHECK(highest(thin) == highest(path));
    }
  }
}

TEST_CASE("a cloud keeps a point wherever it has one", "[figures]") {
  std::mt19937 random(4);
  std::normal_distribution<double> place(50, 10);
  FigurePath path{{no_number, 1}, {-400, 900}};
  for (int i = 0; i < 100'000; ++i) path.emplace_back(place(random), place(random));
  const FigurePath thin = thin_cloud(path, 2);
  CHECK(thin.size() < 3000);
  CHECK(thin.front() == QPointF(-400, 900));
  for (std::size_t i = 1; i < path.size(); i += 97)
    CHECK(std::ranges::any_of(thin, [&](QPointF p) { return (p - path[i]).manhattanLength() <= 4; }));
}

TEST_CASE("steps hold each value until the next, but not across a break", "[figures]") {
  const FigurePath steps = steps_of({{0, 1}, {2, 5}, {3, no_number}, {4, 7}});
  const FigurePath expected{{0, 1}, {2, 1}, {2, 5}, {3, no_number}, {4, 7}};
  REQUIRE(steps.size() == expected.size());
  for (std::size_t i = 0; i < steps.size(); ++i) CHECK(same(steps[i], expected[i]));
}

TEST_CASE("the few markers of a line lie on it", "[figures]") {
  const FigurePath flat{{0, 10}, {500, 10}};
  const FigurePath places = marker_places(flat, 50, 100);
  REQUIRE(places.size() == 5);
  CHECK(places[0] == QPointF(50, 10));
  CHECK(places[4] == QPointF(450, 10));
  const FigurePath upright = marker_places({{10, 0}, {10, 300}}, 50, 100);
  CHECK(upright.size() == 3);
  for (const QPointF& place : upright) CHECK(place.x() == 10);
  for (const QPointF& place : marker_places({{0, 10}, {100, no_number}, {300, 20}, {900, 20}}, 50, 100))
    CHECK(place.x() >= 300);
  CHECK(marker_places({}, 50, 100).empty());
  CHECK(marker_places({{1, 1}}, 50, 100).empty());
}
