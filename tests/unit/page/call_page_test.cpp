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

TEST_CASE("The policy for a server's header is the one that the page has itself") {
  CHECK(call_page_policy().starts_with("default-src 'none'; script-src 'sha256-"));
  CHECK(call_page_policy().find("connect-src 'none'") != std::string_view::npos);
  CHECK(call_page_policy().find_first_of("\"<>\n") == std::string_view::npos);
}
