#include "app/cli/pasted_input.h"

#include <catch2/catch.hpp>
#include <sstream>

#include "app/cli/call_place.h"
#include "tests/unit/signal/vectors.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

const std::string link_text = "https://192.0.2.7:8443/#e1." + one_address_data;

std::string mail(const std::string& link) {
  std::string text = "From: Anna <anna@example.org>\nSubject: tonight\n\nHi,\n\n";
  for (int i = 0; i < 300; ++i) text += "a line of the mail, which is long\n";
  return text + "> " + link.substr(0, 60) + "\n> " + link.substr(60) + "\n\nAnna\n";
}

std::string rest_of(std::istream& input) {
  std::ostringstream rest;
  rest << input.rdbuf();
  return rest.str();
}

}  // namespace

TEST_CASE("A link from standard input may be wrapped, and stand anywhere in a mail") {
  for (const std::string& text : {link_text, link_text + "\n", "\n\n" + link_text + "\r\n", mail(link_text)}) {
    std::istringstream input(text);
    const auto given = read_callee(input, false);
    REQUIRE(given);
    CHECK(check_callee(*given, {}).empty());
    CHECK(find_callee(*given, {}).value.value().link.value().addresses == std::vector{address_4});
    CHECK(without_secrets(*given) == "(link)");
  }
}

TEST_CASE("Whoever types a link need not end the input, nor who gives a server or an address") {
  const std::string more = "and more\n";
  std::istringstream link(link_text.substr(0, 50) + "\n" + link_text.substr(50) + "\n" + more);
  CHECK(read_callee(link, false));
  CHECK(rest_of(link) == more);
  std::istringstream server("whip:https://sfu.example/\n" + more);
  CHECK(read_callee(server, false) == "whip:https://sfu.example/");
  std::istringstream address("\n192.0.2.7\n" + more);
  CHECK(read_callee(address, true) == "192.0.2.7");
  for (const char* nothing : {"", "\n", " \n\t\n"}) {
    std::istringstream input(nothing);
    CHECK_FALSE(read_callee(input, false));
  }
}

TEST_CASE("What is wrong with a mail that has no link is said in one line") {
  std::istringstream input(mail("https://192.0.2.7:8443/ and nothing else of a link, whatever it is, that is whole"));
  const std::string error = check_callee(read_callee(input, false).value(), {});
  CHECK(error.starts_with("'From: Anna <anna@example.org>' is not the whole link: its end"));
  CHECK(error.size() < 400);
}
