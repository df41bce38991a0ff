#include "app/call/caller_number.h"

#include <catch2/catch.hpp>
#include <thread>

#include "core/net/secure/openssl_cryptography.h"
#include "core/signal/number.h"

using namespace evenkeel;

namespace {

CallerNumber::Ends ends_of(std::uint8_t listener, std::uint8_t caller) {
  CallerNumber::Ends ends{};
  ends.first.fill(listener);
  ends.second.fill(caller);
  return ends;
}

void await(CallerNumber& number, const CallerNumber::Ends& ends) {
  for (number.step(ends); number.text().empty(); number.step(ends)) std::this_thread::yield();
}

}  // namespace

TEST_CASE("The number of a caller that stays is computed beside the call, and belongs to that caller alone") {
  const auto first = ends_of(1, 2), second = ends_of(1, 3);
  CallerNumber number;
  number.step(first);
  CHECK(number.text().empty());
  await(number, first);
  CHECK(number.text() == comparison_number(first.first, first.second, openssl_cryptography()));
  number.step(second);
  CHECK(number.text().empty());
  number.step(std::nullopt);
  CHECK(number.text().empty());
  number.step(first);
  CHECK_FALSE(number.text().empty());  // still known
  await(number, second);
  CHECK(number.text() == comparison_number(second.first, second.second, openssl_cryptography()));
}

TEST_CASE("A thousand callers that come and go cost nothing") {
  CallerNumber number;
  for (std::size_t i = 0; i < 1000; ++i) {
    auto ends = ends_of(1, static_cast<std::uint8_t>(i));
    ends.second.front() = static_cast<std::uint8_t>(i / 256);
    number.step(ends);
    CHECK_FALSE(number.is_computing());
  }
}
