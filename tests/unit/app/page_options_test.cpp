#include "app/cli/page_options.h"

#include <catch2/catch.hpp>

#include "app/cli/call_options.h"
#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("A link leads to a page by https, at a plain place") {
  for (const char* url : {"https://calls.example", "https://calls.example/", "https://[2001:db8::7]:8443/a/b.html",
                          "https://192.0.2.7:1/", "https://a-b.example:65535/~me/call_1.html"}) {
    INFO(url);
    CHECK(check_page_url(url).empty());
  }
  for (const char* url : {"http://calls.example/",
                          "http://localhost/",
                          "file:///home/u/call.html",
                          "https://",
                          "https:///a",
                          "calls.example",
                          "javascript:alert(1)",
                          "https://calls.example/#e1.",
                          "https://a b/",
                          "https://a/\nb",
                          "https://a/\"",
                          "https://a/;b",
                          "https://x/;touch${IFS}/tmp/pwned;",
                          "https://a/$b",
                          "https://a/|b",
                          "https://a/`b`",
                          "https://a/{b}",
                          "https://a/'b",
                          "https://a/<b",
                          "https://a/\\b",
                          "https://a/b?c=d",
                          "https://a/%0a",
                          "https://a/&b",
                          "https://a/(b)",
                          "https://a:/",
                          "https://a:0/",
                          "https://a:65536/",
                          "https://a:b/",
                          "https://a:80b/",
                          "https://u@a/",
                          "https://[::1",
                          "https://[a]/",
                          "https://[fe80::1%lo]/",
                          "https://-a/",
                          "https://a..b/",
                          "https://a;b/",
                          "https://\xc3\xa4/",
                          "https://a/\x7f"}) {
    INFO(url);
    CHECK(is_one_sentence(check_page_url(url)));
  }
  CHECK(is_one_sentence(check_page_url("https://a/" + std::string(1000, 'a'))));
}

TEST_CASE("Options of the page that contradict each other are reported") {
  const auto error = [](auto change) {
    CallOptions options;
    change(options);
    CHECK(check_options(options) == check_page_options(options));
    return check_page_options(options);
  };
  CHECK(error([](CallOptions&) {}).empty());
  CHECK(error([](CallOptions& o) { o.page = "https://a/", o.page_bind = "0.0.0.0:1"; }).empty());
  CHECK(error([](CallOptions& o) { o.page_cert = "c", o.page_key = "k"; }).empty());
  CHECK(error([](CallOptions& o) { o.insecure_rtp = o.no_page = true; }).empty());
  CHECK(error([](CallOptions& o) { o.no_page = true, o.page = "https://a/"; }) ==
        "--no-page and --page exclude each other.");
  CHECK(error([](CallOptions& o) { o.no_page = true, o.page_bind = "0.0.0.0:1"; }) ==
        "--no-page and --page-bind exclude each other.");
  CHECK(error([](CallOptions& o) { o.no_page = true, o.page_key = "k"; }) ==
        "--no-page and --page-key exclude each other.");
  CHECK(error([](CallOptions& o) { o.page_cert = "c"; }) == "--page-cert and --page-key need each other.");
  CHECK(error([](CallOptions& o) { o.page_key = "k"; }) == "--page-cert and --page-key need each other.");
  CHECK(error([](CallOptions& o) { o.insecure_rtp = true, o.page_bind = "0.0.0.0:1"; }) ==
        "--page-bind means nothing: --insecure-rtp makes no link.");
  CHECK(is_one_sentence(error([](CallOptions& o) { o.page = "https://a/", o.page_cert = "c", o.page_key = "k"; })));
}

TEST_CASE("The page's options are read as others are") {
  CallOptions options;
  CHECK(find_option("page")->set(options, "https://a/").empty());
  CHECK(options.page == "https://a/");
  CHECK(is_one_sentence(find_option("page")->set(options, "http://a/")));
  CHECK(is_one_sentence(find_option("page-bind")->set(options, "8443")));
  CHECK(find_option("page-bind")->set(options, "[::1]:8443").empty());
  CHECK(is_one_sentence(find_option("page-cert")->set(options, "")));
}
