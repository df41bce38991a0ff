#include "app/cli/stun_options.h"

#include <catch2/catch.hpp>

#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("STUN and TURN servers are taken as they are given to people, as addresses or URIs") {
  struct Row {
    const char* text;
    const char* address;
  };
  const auto row = GENERATE(values<Row>({
      {"stun.example.org", "stun.example.org"},
      {"stun.example.org:3478", "stun.example.org:3478"},
      {"[2001:db8::7]:1", "[2001:db8::7]:1"},
      {"2001:db8::7", "2001:db8::7"},
      {"SCHEME:example.org", "example.org:3478"},
      {"SCHEME:example.org:19302", "example.org:19302"},
      {"SCHEME:[2001:db8::7]", "[2001:db8::7]:3478"},
      {"SCHEME:example.org:3478?transport=udp", "example.org:3478"},
      {"example.org:3478?transport=udp", "example.org:3478"},
  }));
  for (const bool stun : {true, false}) {
    std::string text = row.text;
    if (text.starts_with("SCHEME")) text.replace(0, 6, stun ? "stun" : "turn");
    CAPTURE(text);
    const auto server = stun ? stun_server(text) : turn_server(text);
    REQUIRE(server);
    CHECK(*server.value == row.address);
  }
}

TEST_CASE("A server that Evenkeel cannot ask, or one of the other kind, is said to be so") {
  const auto error = [](const Parsed<std::string>& server) {
    CHECK_FALSE(server);
    CHECK(is_one_sentence(server.error));
    return server.error;
  };
  CHECK_THAT(error(turn_server("turns:a.example:443")),
             Catch::Contains("by TLS") && Catch::Contains("turn:a.example:3478"));
  CHECK_THAT(error(turn_server("turn:a.example?transport=tcp")), Catch::Contains("by TCP"));
  CHECK_THAT(error(turn_server("a.example:80?transport=tcp")), Catch::Contains("by TCP"));
  CHECK_THAT(error(stun_server("stuns:a.example")), Catch::Contains("by TLS"));
  CHECK_THAT(error(stun_server("turn:a.example")), Catch::Contains("give it to --turn"));
  CHECK_THAT(error(turn_server("stun:a.example")), Catch::Contains("give it to --stun"));
  for (const char* text : {"stun:", "stun:a:b", "stun:a/b", "stun://a", "stun:a?x=y", "a?x"})
    CHECK_THAT(error(stun_server(text)), Catch::Contains("is no server: write HOST, HOST:PORT or stun:HOST:PORT."));
  for (const char* text : {"a:b:c", "http://a", "a:port"})
    CHECK_THAT(error(stun_server(text)), Catch::Contains("is not an address"));
}
