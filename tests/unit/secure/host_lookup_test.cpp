#include "core/net/secure/host_lookup.h"

#include <dlfcn.h>
#include <netdb.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <functional>
#include <memory>
#include <string_view>
#include <thread>

#include "core/net/clock.h"
#include "core/net/secure/whip_failure.h"

using namespace evenkeel;

namespace {

std::atomic<bool> resolver_answers{false};

void wait_until(const std::function<bool()>& reached) {
  for (const LocalTime end = monotonic_now() + 10s; !reached() && monotonic_now() < end;) {
    std::this_thread::sleep_for(5ms);
  }
}

}  // namespace

// In place of the system's, which it asks but for one name: that has a resolver without an answer.
extern "C" int getaddrinfo(const char* host, const char* service, const addrinfo* hints, addrinfo** found) {
  static const auto system = reinterpret_cast<decltype(&getaddrinfo)>(dlsym(RTLD_NEXT, "getaddrinfo"));
  if (host == nullptr || std::string_view(host) != "slow.test") return system(host, service, hints, found);
  wait_until([] { return resolver_answers.load(); });
  return EAI_NONAME;
}

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

TEST_CASE("A look-up without end ends for who waits at the limit, or when that one hangs up, and is left behind") {
  resolver_answers = false;
  auto held = std::make_shared<int>();
  const std::weak_ptr<int> in_use = held;
  const FoundHost late = find_host("slow.test", 80, {monotonic_now() + 50ms}, held);
  CHECK(late.failure.kind == HttpFailure::Kind::late);
  Cancellation hangs_up;
  std::thread other([&] { hangs_up.cancel(); });
  const LocalTime begin = monotonic_now();
  const FoundHost cancelled = find_host("slow.test", 80, {begin + 9s, &hangs_up}, held);
  other.join();
  CHECK(cancelled.failure.kind == HttpFailure::Kind::cancelled);
  CHECK(monotonic_now() - begin < 5s);
  held.reset();
  CHECK_FALSE(in_use.expired());
  resolver_answers = true;
  wait_until([&] { return in_use.expired(); });
  CHECK(in_use.expired());
}
