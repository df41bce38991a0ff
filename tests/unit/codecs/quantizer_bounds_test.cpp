#include "codecs/quantizers.h"

#include <catch2/catch.hpp>
#include <ostream>

using namespace evenkeel;

namespace evenkeel {

std::ostream& operator<<(std::ostream& out, const QuantizerBounds::Range& r) {
  return out << r.finest << " to " << r.coarsest;
}

}  // namespace evenkeel

namespace {

using Range = QuantizerBounds::Range;
constexpr Range all{2, 56};
constexpr DataSize usual = bytes(10'000);

/// After many frames of one size and quantizer.
QuantizerBounds after(DataSize size, int quantizer) {
  QuantizerBounds bounds;
  for (int i = 0; i < 50; ++i) bounds.on_frame(size, quantizer, false);
  return bounds;
}

}  // namespace

TEST_CASE("The step of a quantizer grows by what a picture shrinks") {
  for (int q = 1; q < 64; ++q) CHECK(quantizer_step(q) > quantizer_step(q - 1));
  CHECK(quantizer_step(0) == Approx(5.2).epsilon(0.01));
  CHECK(quantizer_step(40) == Approx(66));
  CHECK(quantizer_step(63) == Approx(284).epsilon(0.01));  // 157 times 2, less the rounding of the table
}

TEST_CASE("Before the first frame, after a key frame and for frames of no size every quantizer may be used") {
  QuantizerBounds bounds;
  CHECK(bounds.of(usual, all) == all);
  bounds.on_frame(usual, 20, true);
  CHECK(bounds.of(usual, all) == all);
  CHECK(after(usual, 20).of(bytes(0), all) == all);
}

TEST_CASE("A frame like those before may be a little finer or coarser") {
  const auto range = after(usual, 20).of(usual, all);
  CHECK(quantizer_step(range.finest) == Approx(quantizer_step(20) / 1.25).epsilon(0.1));
  CHECK(quantizer_step(range.coarsest) == Approx(quantizer_step(20) / 0.75).epsilon(0.1));
}

TEST_CASE("A frame that should be a third as large gets thrice the step, one that may be larger a finer one") {
  const auto bounds = after(usual, 20);
  const auto smaller = bounds.of(bytes(3333), all);
  CHECK(quantizer_step(smaller.finest) == Approx(3 * quantizer_step(20) / 1.25).epsilon(0.1));
  CHECK(quantizer_step(smaller.coarsest) == Approx(3 * quantizer_step(20) / 0.75).epsilon(0.1));
  const auto larger = bounds.of(2 * usual, all);
  CHECK(quantizer_step(larger.finest) == Approx(quantizer_step(20) / 2 / 1.25).epsilon(0.1));
  CHECK(larger.coarsest < 20);
}

TEST_CASE("The bounds stay within those of the encoder, the finest no more than the coarsest") {
  CHECK(after(usual, 50).of(bytes(1), all) == Range{56, 56});
  CHECK(after(usual, 5).of(bytes(10'000'000), all) == Range{2, 2});
  CHECK(after(bytes(0), 5).of(usual, all) == all);
}

TEST_CASE("Content that becomes harder is not kept from coarse quantizers by what was easy") {
  auto bounds = after(bytes(100), 2);  // a still picture
  bounds.on_frame(8 * usual, 2, false);
  const auto range = bounds.of(usual, all);
  CHECK(quantizer_step(range.coarsest) >= 8 * quantizer_step(2));
}

TEST_CASE("One frame that differs moves the bounds a quarter of the way") {
  auto bounds = after(usual, 20);
  bounds.on_frame(5 * usual, 20, false);
  CHECK(bounds.of(usual, all).finest == after(2 * usual, 20).of(usual, all).finest);
  bounds.on_frame(usual, 20, false);
  CHECK(bounds.of(usual, all).finest < after(2 * usual, 20).of(usual, all).finest);
  const auto before = bounds.of(usual, all);
  bounds.on_frame(100 * usual, 20, true);
  CHECK(bounds.of(usual, all) == before);
  bounds.forget();
  CHECK(bounds.of(usual, all) == all);
}
