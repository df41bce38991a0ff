#include "app/page/call_page.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <string>

using namespace evenkeel;

TEST_CASE("The program has the page as it lies in the source, byte for byte") {
  std::ifstream file(CALL_PAGE_FILE, std::ios::binary);
  const std::string source{std::istreambuf_iterator<char>(file), {}};
  REQUIRE(source.size() > 10'000);
  CHECK(call_page() == source);
}

TEST_CASE("The page is small and whole") {
  CHECK(call_page().size() < 40'000);
  CHECK(call_page().starts_with("<!doctype html>"));
  CHECK(call_page().ends_with("</html>\n"));
}
