#include "core/control/padding_budget.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

SentPacket media(std::int64_t size) { return {0, bytes(size), LocalTime{}, false}; }
SentPacket padding(std::int64_t size) { return {0, bytes(size), LocalTime{}, true}; }

}  // namespace

TEST_CASE("The budget of padding is a share of the media, saved up to a burst") {
  PaddingBudget budget;
  CHECK(budget.left() == bytes(0));
  for (int i = 0; i < 100; ++i) budget.on_sent(media(1000), 0.05);
  CHECK(budget.left() == bytes(5000));
  budget.on_sent(padding(1228), 0.05);
  CHECK(budget.left() == bytes(3772));
  for (int i = 0; i < 10'000; ++i) budget.on_sent(media(1000), 0.05);
  CHECK(budget.left() == PaddingBudget::burst);
  budget.reset();
  CHECK(budget.left() == bytes(0));
}

TEST_CASE("The budget of padding is never overdrawn, nor more than a fifth of the media, nor less than nothing") {
  PaddingBudget budget;
  budget.on_sent(padding(1228), 1);
  CHECK(budget.left() == bytes(0));
  budget.on_sent(media(1000), 1);
  CHECK(budget.left() == bytes(200));
  budget.on_sent(media(1000), -1);
  CHECK(budget.left() == bytes(200));
}
