#include "core/telemetry/quantile_sketch.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "core/telemetry/percentile.h"

using namespace evenkeel;

namespace {

using Generator = std::function<double(std::mt19937&)>;

std::vector<double> draw(const Generator& generator, std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<double> values(count);
  for (double& value : values) value = generator(random);
  return values;
}

QuantileSketch sketch_of(const std::vector<double>& values) {
  QuantileSketch sketch;
  for (const double value : values) sketch.add(value);
  return sketch;
}

void check_quantiles(const QuantileSketch& sketch, std::vector<double> values) {
  std::sort(values.begin(), values.end());
  REQUIRE(sketch.count() == values.size());
  CHECK(sketch.min() == values.front());
  CHECK(sketch.max() == values.back());
  for (const double share : {0.0, 0.001, 0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1.0}) {
    const double exact = percentile_of_sorted(values, share);
    INFO("share " << share << ", exact " << exact << ", sketch " << sketch.quantile(share));
    // A float has 24 bits.
    const double allowed = (sketch.relative_error() + 1e-6) * std::abs(exact) + QuantileSketch::zero;
    CHECK(std::abs(sketch.quantile(share) - exact) <= allowed);
  }
}

const std::vector<std::pair<const char*, Generator>> distributions{
    {"delays in ms", [](auto& random) { return std::lognormal_distribution<double>(3, 1.5)(random); }},
    {"rates in bit/s", [](auto& random) { return std::uniform_real_distribution<double>(1e4, 1e8)(random); }},
    {"skew of both signs", [](auto& random) { return std::normal_distribution<double>(0, 40)(random); }},
    {"offset of two clocks, far below zero",
     [](auto& random) { return -3e6 + std::normal_distribution<>(0, 5)(random); }},
    {"mostly zero", [](auto& random) { return random() % 20 == 0 ? std::exponential_distribution<>(5)(random) : 0.0; }},
    {"whole numbers", [](auto& random) { return static_cast<double>(random() % 64); }},
    {"two values", [](auto& random) { return random() % 2 == 0 ? 640.0 : 1280.0; }},
    {"one value", [](auto&) { return 720.0; }},
    {"nothing but tiny ones", [](auto& random) { return std::uniform_real_distribution<>(-2e-9, 2e-9)(random); }},
};

}  // namespace

TEST_CASE("Quantiles of a sketch are within its error of the exact ones, whatever the values are like") {
  for (const auto& [name, generator] : distributions) {
    INFO(name);
    for (const std::size_t count :
         {std::size_t{1}, std::size_t{2}, std::size_t{9}, std::size_t{1000}, std::size_t{50'000}}) {
      const auto values = draw(generator, count, 7);
      const QuantileSketch sketch = sketch_of(values);
      CHECK(sketch.relative_error() == Approx(0.01));
      check_quantiles(sketch, values);
    }
  }
}

TEST_CASE("A sketch of a million values takes kilobytes") {
  for (const auto& [name, generator] : distributions) {
    INFO(name);
    CHECK(sketch_of(draw(generator, 1'000'000, 5)).bytes() <= 20'000);
  }
}

TEST_CASE("Merged sketches are the sketch of all, in any grouping") {
  for (const auto& [name, generator] : distributions) {
    INFO(name);
    std::vector<double> all;
    QuantileSketch merged;
    for (unsigned part = 0; part < 20; ++part) {
      const auto values = draw(generator, 500 + part, part);
      all.insert(all.end(), values.begin(), values.end());
      merged.merge(sketch_of(values));
    }
    merged.merge(QuantileSketch());
    check_quantiles(merged, all);
    CHECK(merged.mean() == Approx(sketch_of(all).mean()).margin(1e-12));
    CHECK(merged.last() == all.back());
  }
}

TEST_CASE("A value that repeats comes out as it went in") {
  QuantileSketch sketch;
  for (int i = 0; i < 1000; ++i) sketch.add(i < 400 ? 1280 : 1920);
  CHECK(sketch.quantile(0.3) == 1280);
  CHECK(sketch.quantile(0.5) == 1920);
}

TEST_CASE("What is not finite does not count; what is enormous does") {
  QuantileSketch sketch;
  sketch.add(std::numeric_limits<double>::quiet_NaN());
  sketch.add(std::numeric_limits<double>::infinity());
  sketch.add(-std::numeric_limits<double>::infinity());
  CHECK(sketch.empty());
  for (const double value : {-1e308, -5e-324, 0.0, 5e-324, 1e308}) sketch.add(value);
  CHECK(sketch.count() == 5);
  CHECK(sketch.quantile(0.5) == 0);
  CHECK(sketch.quantile(0.01) == -1e308);
  CHECK(sketch.quantile(1) == 1e308);
}

TEST_CASE("Values of a file that spread over all that a number can be: memory stays bounded, and the error is stated") {
  QuantileSketch sketch;
  std::vector<double> values;
  for (int i = 0; i < 100'000; ++i) {
    values.push_back((i % 2 == 0 ? 1 : -1) * std::pow(10, -8 + 46.0 * i / 100'000));
    sketch.add(values.back());
  }
  CHECK(sketch.bytes() <= 2 * 16'384);
  CHECK(sketch.relative_error() > 0.01);
  CHECK(sketch.relative_error() < 0.2);
  check_quantiles(sketch, values);
  QuantileSketch fine;
  fine.add(3);
  fine.merge(sketch);
  CHECK(fine.relative_error() == sketch.relative_error());
  CHECK(fine.count() == 100'001);
}
