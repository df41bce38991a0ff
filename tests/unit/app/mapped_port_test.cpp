#include "app/call/mapped_port.h"

#include <catch2/catch.hpp>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "app/process/program_end.h"

using namespace evenkeel;

namespace {

/// A router that one thread after the other speaks to, and that keeps each waiting until it is let go.
struct SlowRouter {
  std::mutex mutex;
  std::condition_variable changed;
  bool waits = false;
  bool throws = false;
  bool refuses = false;
  bool gives_back = true;
  std::vector<std::string> said;

  void say(const std::string& text) {
    std::unique_lock lock(mutex);
    said.push_back(text);
    changed.notify_all();
    changed.wait(lock, [this] { return !waits; });
  }
  void let_go() {
    const std::lock_guard lock(mutex);
    waits = false;
    changed.notify_all();
  }
  void await(std::size_t count) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return said.size() >= count; });
  }
  std::vector<std::string> all() {
    const std::lock_guard lock(mutex);
    return said;
  }
};

class Session final : public Router {
 public:
  explicit Session(SlowRouter& router) : router_(router) {}
  std::string_view protocol() const override { return "UPnP"; }
  MappingAnswer map(std::uint16_t port, std::chrono::seconds lifetime) override {
    router_.say("map " + std::to_string(port));
    if (router_.throws) throw std::runtime_error("a bad router");
    if (router_.refuses) return {MappingAnswer::Kind::refused, {}, "not today"};
    return {MappingAnswer::Kind::mapped, {{external(), port}, lifetime}, ""};
  }
  bool unmap(std::uint16_t port) override {
    router_.say("unmap " + std::to_string(port));
    return router_.gives_back;
  }

 private:
  static IpAddress external() {
    IpAddress address = any_ipv4;
    address[12] = 11;
    return address;
  }
  SlowRouter& router_;
};

MappedPort::MakeRouters speaking_to(SlowRouter& router) {
  return [&router](const Endpoint&, PortProtocol, const std::function<bool()>&) {
    std::vector<std::unique_ptr<Router>> routers;
    routers.push_back(std::make_unique<Session>(router));
    return routers;
  };
}

constexpr Endpoint bound{any_ipv4, 5004};

MappedPort::Mapped await(MappedPort& port) {
  for (;;) {
    if (const auto mapping = port.take()) return *mapping;
    std::this_thread::yield();
  }
}

void await_end_of_work() {
  while (has_detached_work()) std::this_thread::yield();
}

}  // namespace

TEST_CASE("A mapped port is taken back at the end, and the program knows of it until then") {
  SlowRouter router;
  {
    MappedPort port(bound, std::nullopt, speaking_to(router));
    CHECK(await(port).port.external->port == 5004);
    CHECK_FALSE(port.take());
    CHECK(has_detached_work());
    CHECK(port.wait_until_gone(60s) == MappedPort::Ended::gone);
  }
  await_end_of_work();
  CHECK(router.all() == std::vector<std::string>{"map 5004", "unmap 5004"});
}

TEST_CASE("A page's port is mapped after that of the call, and taken back with it") {
  SlowRouter router;
  MappedPort port(bound, Endpoint{any_ipv4, 8443}, speaking_to(router));
  const auto mapped = await(port);
  CHECK(mapped.port.external->port == 5004);
  CHECK(mapped.page.external->port == 8443);
  CHECK(port.wait_until_gone(60s) == MappedPort::Ended::gone);
  await_end_of_work();
  CHECK(router.all() == std::vector<std::string>{"map 5004", "map 8443", "unmap 5004", "unmap 8443"});
}

TEST_CASE("A page's port is not asked for where the call's is not mapped") {
  SlowRouter router;
  router.refuses = true;
  MappedPort port(bound, Endpoint{any_ipv4, 8443}, speaking_to(router));
  CHECK(await(port).port.refusal == "not today");
  CHECK(port.wait_until_gone(60s) == MappedPort::Ended::gone);
  await_end_of_work();
  CHECK(router.all() == std::vector<std::string>{"map 5004"});
}

TEST_CASE("Nobody waits for a router that hangs, and the next call's mapping comes after it") {
  SlowRouter router;
  router.waits = true;
  auto first = std::make_unique<MappedPort>(bound, std::nullopt, speaking_to(router));
  router.await(1);
  CHECK(first->wait_until_gone(1ms) == MappedPort::Ended::unknown);
  first.reset();
  MappedPort second(bound, std::nullopt, speaking_to(router));
  CHECK_FALSE(second.take());
  CHECK(router.all().size() == 1);
  router.let_go();
  CHECK(await(second).port.external);
  CHECK(router.all() == std::vector<std::string>{"map 5004", "unmap 5004", "map 5004"});
  CHECK(second.wait_until_gone(60s) == MappedPort::Ended::gone);
  await_end_of_work();
}

TEST_CASE("A router that does not give back is reported, and one that throws does no harm") {
  SlowRouter router;
  router.gives_back = false;
  MappedPort port(bound, std::nullopt, speaking_to(router));
  await(port);
  CHECK(port.wait_until_gone(60s) == MappedPort::Ended::stays);
  SlowRouter bad;
  bad.throws = true;
  MappedPort none(bound, std::nullopt, speaking_to(bad));
  CHECK(await(none).port == PortMapping{std::nullopt, "", false, "a bad router"});
  CHECK(none.wait_until_gone(60s) == MappedPort::Ended::gone);
  await_end_of_work();
}

TEST_CASE("Who is stopped before its turn ends at once, and who comes after waits for the first") {
  SlowRouter router;
  router.waits = true;
  MappedPort first(bound, std::nullopt, speaking_to(router));
  router.await(1);
  {
    MappedPort second(bound, std::nullopt, speaking_to(router));
    CHECK(second.wait_until_gone(60s) == MappedPort::Ended::gone);
  }
  MappedPort third(bound, std::nullopt, speaking_to(router));
  CHECK(first.wait_until_gone(1ms) == MappedPort::Ended::unknown);
  CHECK(router.all().size() == 1);
  router.let_go();
  CHECK(await(third).port.external);
  CHECK(router.all() == std::vector<std::string>{"map 5004", "unmap 5004", "map 5004"});
  CHECK(third.wait_until_gone(60s) == MappedPort::Ended::gone);
  await_end_of_work();
}
