#include "core/net/secure/host_lookup.h"

#include <catch2/catch.hpp>

#include "core/net/clock.h"
#include "core/net/secure/whip_failure.h"

using namespace evenkeel;

namespace {

FoundHost find(const std::string& host) { return find_host(host, 80, {monotonic_now() + 10s}, nullptr); }

}  // namespace

TEST_CASE("Of what a name leads to without encryption only addresses of this machine are kept") {
  FoundHost found;
  for (const char* host : {"192.0.2.1", "127.0.0.1", "2001:db8::1", "::1", "127.1.2.3", "::127.0.0.1", "0.0.0.0"}) {
    const FoundHost one = find(host);
    REQUIRE(one.addresses.size() == 1);
    found.addresses.push_back(one.addresses[0]);
  }
  const FoundHost kept = on_this_machine(found);
  CHECK_FALSE(kept.failure);
  REQUIRE(kept.addresses.size() == 3);
  CHECK(kept.addresses[0] == find("127.0.0.1").addresses[0]);
  CHECK(kept.addresses[1] == find("::1").addresses[0]);
  CHECK(kept.addresses[2] == find("127.1.2.3").addresses[0]);
}

TEST_CASE("A name that leads away from this machine is asked nothing without encryption, and it is said why") {
  const FoundHost away = on_this_machine(find("192.0.2.1"));
  CHECK(away.addresses.empty());
  CHECK(away.failure.kind == HttpFailure::Kind::elsewhere);
  const std::string sentence = whip_sentence(away.failure, *parse_http_url("http://localhost/"));
  CHECK(sentence.find("leads away from this machine") != std::string::npos);
  FoundHost unknown;
  unknown.failure = {HttpFailure::Kind::name, "no such name"};
  CHECK(on_this_machine(unknown).failure.kind == HttpFailure::Kind::name);
}
