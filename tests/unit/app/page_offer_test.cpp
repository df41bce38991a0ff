#include "app/call/page_offer.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "app/call/invitation.h"
#include "app/call/page_certificate.h"
#include "app/cli/call_place.h"
#include "core/net/secure/certificate.h"
#include "core/net/udp_socket.h"
#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

Endpoint at(const std::string& text) { return resolve(text, 0).value.value(); }

const Endpoint bound = at("127.0.0.1:5004");
const std::vector<Endpoint> addresses{at("192.0.2.7:5004"), at("[2001:db8::7]:5004")};

/// A key with its certificate, as a file that its owner alone reads.
std::string pem_file(const TemporaryFolder& folder, const std::string& name, mode_t mode = 0600) {
  const std::string path = folder.write(name, Certificate::make().to_pem());
  REQUIRE(chmod(path.c_str(), mode) == 0);
  return path;
}

}  // namespace

TEST_CASE("A listener serves the page at its own address, where nothing else is said") {
  PageOffer offer;
  REQUIRE(offer.open({}, bound, addresses).empty());
  CHECK(offer.url().starts_with("https://127.0.0.1:"));
  CHECK(offer.url().ends_with("/"));
  CHECK(offer.unknown_certificate().size() == 3 * 32 - 1);
  CHECK(offer.notice() == "page for browsers: " + offer.url() + ", certificate SHA-256 " + offer.unknown_certificate());
  PageOffer second;  // The default port cannot have both.
  REQUIRE(second.open({}, bound, addresses).empty());
  CHECK(second.url() != offer.url());
}

TEST_CASE("A page that is served at all addresses lies at the first of the link") {
  PageOffer ipv4, ipv6;
  CallOptions options;
  options.page_bind = "0.0.0.0:0";
  REQUIRE(ipv4.open(options, bound, addresses).empty());
  CHECK(ipv4.url().starts_with("https://192.0.2.7:"));
  REQUIRE(ipv6.open(options, bound, {addresses[1]}).empty());
  CHECK(ipv6.url().starts_with("https://[2001:db8::7]:"));
}

TEST_CASE("A page that lies elsewhere is served by nobody here, unless that was asked for") {
  PageOffer elsewhere, proxied;
  CallOptions options;
  options.page = "https://calls.example/";
  REQUIRE(elsewhere.open(options, bound, addresses).empty());
  CHECK(elsewhere.url() == "https://calls.example/");
  CHECK(elsewhere.notice().empty());
  options.page_bind = "127.0.0.1:0";
  REQUIRE(proxied.open(options, bound, addresses).empty());
  CHECK(proxied.url() == "https://calls.example/");
  CHECK(proxied.notice().starts_with("page for browsers: https://127.0.0.1:"));
  CHECK(proxied.unknown_certificate().empty());  // What the link leads to has another.
}

TEST_CASE("Without a page the link is for Evenkeel alone") {
  PageOffer offer;
  CallOptions options;
  options.no_page = true;
  REQUIRE(offer.open(options, bound, addresses).empty());
  CHECK(offer.url() == "evenkeel:");
  CHECK(offer.notice().empty());
}

TEST_CASE("A port that was asked for is not evaded") {
  PageOffer first, second;
  CallOptions options;
  options.page_bind = "127.0.0.1:0";
  REQUIRE(first.open(options, bound, addresses).empty());
  options.page_bind = first.url().substr(8, first.url().size() - 9);
  CHECK_THAT(second.open(options, bound, addresses), Catch::Contains("another program has port "));
}

TEST_CASE("A link is taken wherever its page lies") {
  const Invitation invitation = make_invitation({}).value.value();
  for (const char* page : {"evenkeel:", "https://192.0.2.7:8443/", "https://[2001:db8::7]:8443/",
                           "https://a.example/b?c", "http://localhost:8000/call.html", "file:///home/u/call.html"}) {
    INFO(page);
    const auto place = find_callee(link_to(invitation, addresses, page), {});
    REQUIRE(place);
    REQUIRE(place.value->link);
    CHECK(place.value->link->addresses == addresses);
    CHECK(place.value->link->fingerprint == invitation.certificate.fingerprint());
  }
}

TEST_CASE("The page's certificate may be one of one's own") {
  const TemporaryFolder folder;
  CallOptions options;
  options.page_cert = options.page_key = pem_file(folder, "own.pem");
  PageOffer offer;
  REQUIRE(offer.open(options, bound, addresses).empty());
  CHECK_FALSE(offer.notice().empty());
  // This one names no host, so that a browser knows nobody by it.
  CHECK_FALSE(offer.unknown_certificate().empty());
}

TEST_CASE("A new link leads to the same page by the addresses of now") {
  PageOffer offer;
  CallOptions options;
  options.page_bind = "0.0.0.0:0";
  REQUIRE(offer.open(options, bound, addresses).empty());
  const std::string first = offer.url();
  const std::string port = first.substr(first.rfind(':'));
  Endpoint moved = addresses.front();
  moved.address[15] = 99;
  REQUIRE(offer.open(options, bound, {moved}).empty());
  CHECK(offer.url() != first);
  CHECK(offer.url().ends_with(port));
}

TEST_CASE("A key that others may read is refused, a certificate is not") {
  const TemporaryFolder folder;
  const mode_t mode = GENERATE(0640U, 0604U, 0610U, 0602U);
  const std::string open = pem_file(folder, "open.pem", mode), own = pem_file(folder, "own.pem");
  const auto refused = read_page_certificate(own, open);
  CHECK(refused.error == "'" + open + "' (--page-key) can be read by others than its owner: 'chmod 600' ends that.");
  CHECK_FALSE(refused);
  std::filesystem::copy_file(own, folder.path("copy.pem"));
  chmod(folder.path("copy.pem").c_str(), mode);
  CHECK(read_page_certificate(folder.path("copy.pem"), own));
}

TEST_CASE("Files of the page that are missing, no PEM, or too large are reported in a sentence") {
  const TemporaryFolder folder;
  const std::string own = pem_file(folder, "own.pem"), other = pem_file(folder, "other.pem");
  const std::string text = folder.write("text", "this is no PEM"), empty = folder.write("empty", "");
  const std::string huge = folder.write("huge", std::string(100'000, 'x'));
  for (const std::string& path : {text, empty, huge}) chmod(path.c_str(), 0600);
  const auto error = [](const std::string& certificates, const std::string& key) {
    const auto read = read_page_certificate(certificates, key);
    CHECK_FALSE(read);
    CHECK(is_one_sentence(read.error));
    return read.error;
  };
  CHECK(error("/nonexistent", own) == "Cannot read '/nonexistent' (--page-cert): No such file or directory.");
  CHECK(error(own, "/nonexistent") == "Cannot read '/nonexistent' (--page-key): No such file or directory.");
  CHECK_THAT(error(folder.path(""), own), Catch::Contains("(--page-cert): it is a folder"));
  CHECK_THAT(error(own, folder.path("")), Catch::Contains("(--page-key): it is a folder"));
  CHECK_THAT(error(huge, own), Catch::Contains("it is longer than 64 kB"));
  CHECK_THAT(error(own, "/dev/zero"), Catch::Contains("it is a device"));
  CHECK_THAT(error(text, own), Catch::Contains("holds no certificate in PEM"));
  CHECK_THAT(error(empty, own), Catch::Contains("holds no certificate in PEM"));
  CHECK_THAT(error(own, text), Catch::Contains("holds no private key in PEM"));
  CHECK_THAT(error(own, other), Catch::Contains("give two that belong together"));
}

TEST_CASE("With --keep-link the page has the same certificate at the next start, and no other port") {
  const TemporaryFolder folder;
  const char* const before = std::getenv("XDG_STATE_HOME");
  const std::string state = before != nullptr ? before : "";
  setenv("XDG_STATE_HOME", folder.path("").c_str(), 1);
  CallOptions options;
  options.keep_link = true;
  options.page_bind = "127.0.0.1:0";
  std::string kept;
  for (int start = 0; start < 2; ++start) {
    PageOffer offer;
    REQUIRE(offer.open(options, bound, addresses) == "");
    if (start == 1) CHECK(offer.unknown_certificate() == kept);
    kept = offer.unknown_certificate();
  }
  const std::string path = folder.path("evenkeel/page.pem");
  CHECK((std::filesystem::status(path).permissions() & std::filesystem::perms::mask) ==
        (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
  PageOffer first, second;
  options.page_bind.reset();
  const std::string error = first.open(options, bound, addresses);  // another program may have the port
  const bool is_taken = !error.empty();
  if (is_taken) CHECK_THAT(error, Catch::Contains("another program has port 8443"));
  CHECK_THAT(second.open(options, bound, addresses), Catch::Contains("another program has port 8443"));
  REQUIRE(chmod(path.c_str(), 0644) == 0);
  options.page_bind = "127.0.0.1:0";
  PageOffer readable;
  CHECK_FALSE(readable.open(options, bound, addresses).empty());
  before != nullptr ? setenv("XDG_STATE_HOME", state.c_str(), 1) : unsetenv("XDG_STATE_HOME");
}
