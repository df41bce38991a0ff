#include "core/net/secure/http_url.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

std::string read(const std::string& text) {
  const auto url = parse_http_url(text);
  CHECK(url.value.has_value() == url.error.empty());
  return url ? to_string(*url) : url.error;
}

std::string resolved(const std::string& reference) {
  const auto base = parse_http_url("https://example.org/a/b/c?q");
  const auto url = resolve_reference(*base, reference);
  return url ? to_string(*url) : "none";
}

}  // namespace

TEST_CASE("URLs of servers are read and written in one form") {
  CHECK(read("https://Example.ORG") == "https://example.org/");
  CHECK(read("HTTPS://example.org:443/whip?room=1#x") == "https://example.org/whip?room=1");
  CHECK(read("https://example.org:8443?x") == "https://example.org:8443/?x");
  CHECK(read("https://[2001:DB8::1]:8443/a") == "https://[2001:db8::1]:8443/a");
  CHECK(read("https://[::1]") == "https://[::1]/");
  CHECK(read("http://localhost:8080/whip") == "http://localhost:8080/whip");
  CHECK(read("http://127.0.0.2/") == "http://127.0.0.2/");
  CHECK(read("http://[::1]:80/") == "http://[::1]/");
}

TEST_CASE("Without encryption only this machine is asked") {
  for (const char* text : {"http://example.org/", "http://127.0.0.1.example.org/", "http://localhost.example.org/",
                           "http://127.1/", "http://192.0.2.1/", "http://[2001:db8::1]/", "http://127.0.0.1.:80/"}) {
    CHECK(read(text).find("https://") != std::string::npos);
  }
}

TEST_CASE("What is no URL of a server gets a sentence that does not repeat it") {
  for (const char* text :
       {"", "example.org", "https:", "https://", "https:///path", "https://:8443/", "ftp://a/", "https://a b/",
        "https://a\r\nHost: b/", "https://example.org:0/", "https://example.org:65536/", "https://example.org:80x/",
        "https://[::1", "https://[::g]/", "https://[1.2.3.4]x/", "https://ex%41mple.org/",
        "https://m\xc3\xbcller.example/", "https://secret@example.org/"}) {
    const auto url = parse_http_url(text);
    CHECK_FALSE(url);
    CHECK(url.error.ends_with('.'));
    CHECK(url.error.find("secret") == std::string::npos);
  }
  CHECK_FALSE(parse_http_url("https://example.org/" + std::string(HttpUrl::max_length, 'a')));
}

TEST_CASE("References mean what RFC 3986 says") {
  CHECK(resolved("https://other.example/x") == "https://other.example/x");
  CHECK(resolved("//other.example/x") == "https://other.example/x");
  CHECK(resolved("/x?y") == "https://example.org/x?y");
  CHECK(resolved("d") == "https://example.org/a/b/d");
  CHECK(resolved("./d") == "https://example.org/a/b/d");
  CHECK(resolved("../d") == "https://example.org/a/d");
  CHECK(resolved("../../../../d") == "https://example.org/d");
  CHECK(resolved("..") == "https://example.org/a/");
  CHECK(resolved(".") == "https://example.org/a/b/");
  CHECK(resolved("?y") == "https://example.org/a/b/c?y");
  CHECK(resolved("") == "https://example.org/a/b/c?q");
  CHECK(resolved("#f") == "https://example.org/a/b/c?q");
  CHECK(resolved("javascript:alert(1)") == "none");
  CHECK(resolved("a b") == "none");
  CHECK(resolved(std::string(HttpUrl::max_length, 'a')) == "none");
}

TEST_CASE("An origin is scheme, host and port") {
  const auto same = [](const char* a, const char* b) { return is_same_origin(*parse_http_url(a), *parse_http_url(b)); };
  CHECK(same("https://a.example/x", "https://A.example:443/y?z"));
  CHECK_FALSE(same("https://a.example/", "https://a.example:8443/"));
  CHECK_FALSE(same("https://a.example/", "https://b.example/"));
  CHECK_FALSE(same("https://localhost:80/", "http://localhost/"));
}
