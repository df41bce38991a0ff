#include "app/call/link_offer.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <fstream>
#include <thread>

#include "core/net/clock.h"
#include "core/net/secure/openssl_cryptography.h"
#include "core/net/udp_socket.h"
#include "core/signal/link.h"
#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

Endpoint at(const std::string& text) { return resolve(text, 0).value.value(); }

const Endpoint bound = at("127.0.0.1:5004");

/// A router that maps to one address, or never answers.
class OneAnswer final : public Router {
 public:
  OneAnswer(std::optional<Endpoint> external, std::function<bool()> stop)
      : external_(external), stop_(std::move(stop)) {}
  std::string_view protocol() const override { return "UPnP"; }
  MappingAnswer map(std::uint16_t, std::chrono::seconds lifetime) override {
    if (external_) return {MappingAnswer::Kind::mapped, {*external_, lifetime}, ""};
    while (!stop_()) std::this_thread::yield();
    return {};
  }
  bool unmap(std::uint16_t) override { return true; }

 private:
  std::optional<Endpoint> external_;
  std::function<bool()> stop_;
};

/// One that takes what it is asked, and says nothing.
class Silent final : public Router {
 public:
  std::string_view protocol() const override { return "NAT-PMP"; }
  MappingAnswer map(std::uint16_t, std::chrono::seconds) override {
    return {MappingAnswer::Kind::unknown, {}, "it did not answer in time"};
  }
  bool unmap(std::uint16_t) override { return false; }
};

MappedPort::MakeRouters that_maps(std::optional<Endpoint> external) {
  return [external](const Endpoint&, PortProtocol, const std::function<bool()>& stop) {
    std::vector<std::unique_ptr<Router>> routers;
    routers.push_back(std::make_unique<OneAnswer>(external, stop));
    return routers;
  };
}

std::vector<Endpoint> addresses_of(const std::string& link) {
  return read_link(link, openssl_cryptography()).value.value().addresses;
}

CallOptions asking() {
  CallOptions options;
  options.map_port = true;
  options.no_page = true;
  return options;
}

LinkOffer::News await_news(LinkOffer& offer, const CallOptions& options) {
  for (;;) {
    auto news = offer.step(options, LocalTime{});  // its patience never ends
    if (!news.text.empty()) return news;
    std::this_thread::yield();
  }
}

}  // namespace

TEST_CASE("The address that a router maps stands in the link, before those of this machine") {
  CallOptions options = asking();
  const TemporaryFolder folder;
  options.link_file = folder.write("link", "");
  LinkOffer offer(that_maps(at("11.0.0.1:40000")));
  REQUIRE(offer.open(options, new_invitation(), bound).empty());
  CHECK(offer.waits());
  CHECK(offer.link().empty());
  const auto news = await_news(offer, options);
  CHECK(news.text == "The router maps 11.0.0.1:40000 to this port (UPnP).");
  CHECK_FALSE(news.is_problem);
  CHECK_FALSE(offer.waits());
  CHECK(addresses_of(offer.link()) == std::vector<Endpoint>{at("11.0.0.1:40000"), bound});
  std::ifstream file(*options.link_file);
  std::string written;
  std::getline(file, written);
  CHECK(written == offer.link());
  CHECK(offer.leaving_router()().empty());
}

TEST_CASE("The link leads to the page where a router maps that, too, if a server sees this machine there") {
  CallOptions options = asking();
  options.no_page = false;
  const Endpoint everywhere{any_ipv4, 5004};
  const bool maps_page = GENERATE(true, false);
  std::atomic<bool> as_bound = true;
  LinkOffer offer([&](const Endpoint& asked, PortProtocol protocol, const std::function<bool()>& stop) {
    std::vector<std::unique_ptr<Router>> routers;
    const bool tcp = protocol == PortProtocol::tcp;
    if (!tcp && asked != everywhere) as_bound = false;
    if (!tcp || maps_page)
      routers.push_back(std::make_unique<OneAnswer>(at(tcp ? "11.0.0.1:40001" : "11.0.0.1:40000"), stop));
    return routers;
  });
  offer.set_outside({at("11.0.0.1:5004")}, {at("11.0.0.1:5004")}, false);
  REQUIRE(offer.open(options, new_invitation(), everywhere).empty());
  const std::string own_place = offer.page().url();
  const auto news = await_news(offer, options);
  CHECK(news.text == std::string("The router maps 11.0.0.1:40000 to this port (UPnP). ") +
                         (maps_page
                              ? "Browsers outside its network reach the page at 11.0.0.1:40001."
                              : "It does not map the page's port: browsers outside its network cannot open the link."));
  CHECK(as_bound);
  const std::string page = maps_page ? "https://11.0.0.1:40001/" : own_place;
  CHECK(offer.link().starts_with(page + "#e1."));
  CHECK(offer.page().notice().starts_with("page for browsers: " + page + ","));
  REQUIRE(offer.open(options, new_invitation(), everywhere).empty());
  CHECK(offer.link().starts_with(page + "#e1."));
}

TEST_CASE("Where only the router says where the page is, the link leads browsers to this machine itself") {
  CallOptions options = asking();
  options.no_page = false;
  LinkOffer offer([&](const Endpoint&, PortProtocol protocol, const std::function<bool()>& stop) {
    std::vector<std::unique_ptr<Router>> routers;
    routers.push_back(std::make_unique<OneAnswer>(
        at(protocol == PortProtocol::tcp ? "11.22.33.44:40001" : "11.22.33.44:40000"), stop));
    return routers;
  });
  const bool is_lent = GENERATE(false, true);  // what a TURN server lends is not where this machine is
  if (is_lent) offer.set_outside({at("11.22.33.44:7000")}, {}, false);
  REQUIRE(offer.open(options, new_invitation(), {any_ipv4, 5004}).empty());
  const std::string own_place = offer.page().url();
  const auto news = await_news(offer, options);
  CHECK_THAT(news.text, Catch::Contains("Only the router says that the page is reached at 11.22.33.44:40001, so the "
                                        "link leads browsers to this machine's own address"));
  CHECK(offer.link().starts_with(own_place + "#e1."));
  CHECK(addresses_of(offer.link()).front() == at("11.22.33.44:40000"));

  offer.set_outside({at("203.0.113.5:5004")}, {at("203.0.113.5:5004")}, false);  // another than the router says
  CHECK(offer.step(options, LocalTime{}).replaced);
  CHECK(offer.link().starts_with(own_place + "#e1."));

  offer.set_outside({at("11.22.33.44:40000")}, {at("11.22.33.44:40000")}, false);
  const auto confirmed = offer.step(options, LocalTime{});
  CHECK(confirmed.replaced);
  CHECK_THAT(confirmed.text, Catch::Contains("Browsers outside its network reach the page at 11.22.33.44:40001."));
  CHECK(offer.link().starts_with("https://11.22.33.44:40001/#e1."));
}

TEST_CASE("The user can confirm the router's address by --address") {
  CallOptions options = asking();
  options.no_page = false;
  LinkOffer offer(that_maps(at("11.22.33.44:40000")));
  offer.set_told({at("11.22.33.44:0")});
  REQUIRE(offer.open(options, new_invitation(), {any_ipv4, 5004}).empty());
  await_news(offer, options);
  CHECK(offer.link().starts_with("https://11.22.33.44:40000/#e1."));
}

TEST_CASE("A new invitation keeps the mapped address") {
  const CallOptions options = asking();
  LinkOffer offer(that_maps(at("11.0.0.1:40000")));
  REQUIRE(offer.open(options, new_invitation(), bound).empty());
  await_news(offer, options);
  const std::string before = offer.link();
  REQUIRE(offer.open(options, new_invitation(), bound).empty());
  CHECK(offer.link() != before);
  CHECK(addresses_of(offer.link()).front() == at("11.0.0.1:40000"));
}

TEST_CASE("The link is given out without the router that does not answer in time") {
  const CallOptions options = asking();
  LinkOffer offer(that_maps(std::nullopt));
  REQUIRE(offer.open(options, new_invitation(), bound).empty());
  CHECK(offer.step(options, LocalTime{}).text.empty());
  CHECK(offer.waits());
  const auto news = offer.step(options, monotonic_now() + LinkOffer::patience);
  CHECK(news.is_problem);
  CHECK_THAT(news.text, Catch::Contains("has not answered within 8 s"));
  CHECK(addresses_of(offer.link()) == std::vector<Endpoint>{bound});
}

TEST_CASE("Without --map-port no router is asked, and the link is there at once") {
  CallOptions options = asking();
  options.map_port = false;
  bool asked = false;
  LinkOffer offer([&](const Endpoint&, PortProtocol, const std::function<bool()>&) {
    asked = true;
    return std::vector<std::unique_ptr<Router>>();
  });
  REQUIRE(offer.open(options, new_invitation(), bound).empty());
  CHECK_FALSE(offer.waits());
  CHECK(addresses_of(offer.link()) == std::vector<Endpoint>{bound});
  CHECK(offer.step(options, monotonic_now() + 60s).text.empty());
  CHECK(offer.leaving_router()().empty());
  CHECK_FALSE(asked);
}

TEST_CASE("A link that cannot be written once the router has answered is reported as what failed") {
  CallOptions options = asking();
  options.link_file = "/nonexistent/link";
  LinkOffer offer(that_maps(at("11.0.0.1:40000")));
  REQUIRE(offer.open(options, new_invitation(), bound).empty());
  CHECK_THAT(await_news(offer, options).error, Catch::StartsWith("Cannot write the link to '/nonexistent/link'"));
}

TEST_CASE("What --address names stands first, at the port of the listener where it names none") {
  CallOptions options = asking();
  options.map_port = false;
  LinkOffer offer;
  offer.set_told({at("192.0.2.7:6000"), at("192.0.2.8:0")});
  REQUIRE(offer.open(options, new_invitation(), bound).empty());
  const std::vector<Endpoint> told{at("192.0.2.7:6000"), at("192.0.2.8:5004"), bound};
  CHECK(addresses_of(offer.link()) == told);
  offer.set_outside({at("11.0.0.1:40000")}, {at("11.0.0.1:40000")}, false);
  CHECK(offer.step(options, monotonic_now()).error.empty());
  CHECK(addresses_of(offer.link()).size() == 4);
  CHECK(offer.take_reach().empty());
}

namespace {

const Endpoint everywhere_bound{IpAddress{}, 5004};

/// A listener whose machine has these addresses.
struct Roaming {
  std::vector<IpAddress> own{at("10.1.1.2:0").address};
  CallOptions options = asking();
  TemporaryFolder folder;
  LinkOffer offer{make_routers, [this] { return own; }};
  std::uint64_t changes = 0;
  LocalTime now = monotonic_now();

  Roaming() {
    options.map_port = false;
    options.link_file = folder.write("link", "");
  }
  void open() { REQUIRE(offer.open(options, new_invitation(), everywhere_bound).empty()); }
  /// The kernel says so, and it lasts.
  LinkOffer::News move(const std::vector<const char*>& addresses) {
    own.clear();
    for (const char* one : addresses) own.push_back(at(std::string(one) + ":0").address);
    offer.set_address_changes(++changes);
    CHECK(offer.step(options, now).text.empty());  // more may follow
    now += LinkOffer::settling;
    return offer.step(options, now);
  }
  std::string file() const {
    std::ifstream file(*options.link_file);
    std::string line;
    std::getline(file, line);
    return line;
  }
  std::vector<Endpoint> addresses() const { return addresses_of(offer.link()); }
};

}  // namespace

TEST_CASE("A link that waits follows the addresses of this machine, in its file, too") {
  Roaming f;
  f.open();
  const auto news = f.move({"10.2.2.9"});
  CHECK(news.text.starts_with("This machine has other addresses than before: the link is out of date"));
  CHECK(news.is_problem);
  CHECK(news.replaced);
  CHECK(f.addresses() == std::vector<Endpoint>{at("10.2.2.9:5004")});
  CHECK(f.file() == f.offer.link());
  SECTION("without a word of the kernel they are looked at, but rarely") {
    f.own = {at("10.3.3.3:0").address};
    CHECK_FALSE(f.offer.step(f.options, f.now + LinkOffer::settling).replaced);
    CHECK(f.offer.step(f.options, f.now + LinkOffer::look_interval).replaced);
    CHECK(f.addresses() == std::vector<Endpoint>{at("10.3.3.3:5004")});
  }
  SECTION("a VPN adds one, which spoils no link of before") {
    const auto more = f.move({"10.2.2.9", "10.8.0.2"});
    CHECK_FALSE(more.is_problem);
    CHECK(more.replaced);
    CHECK(f.addresses() == std::vector<Endpoint>{at("10.2.2.9:5004"), at("10.8.0.2:5004")});
    CHECK_THAT(f.move({"10.8.0.2", "10.2.2.9"}).text, Catch::Contains("another order"));
    CHECK(f.addresses().front() == at("10.8.0.2:5004"));
  }
  SECTION("without a network it stays, as it is good again where that comes back") {
    const std::string before = f.offer.link();
    CHECK(f.move({"127.0.0.1"}).text.empty());
    CHECK(f.offer.link() == before);
    CHECK(f.move({"10.2.2.9"}).text.empty());
    CHECK(f.offer.link() == before);
  }
}

TEST_CASE("The page and its certificate follow the addresses of this machine") {
  Roaming f;
  f.options.no_page = false;
  f.options.page_bind = "0.0.0.0:0";
  f.open();
  const std::string url = f.offer.page().url(), certificate = f.offer.page().unknown_certificate();
  CHECK(url.starts_with("https://10.1.1.2:"));
  CHECK(f.move({"10.2.2.9"}).error.empty());
  CHECK(f.offer.page().url() == "https://10.2.2.9" + url.substr(url.rfind(':')));
  CHECK(f.offer.page().unknown_certificate() != certificate);
  CHECK(f.offer.link().starts_with(f.offer.page().url()));
}

TEST_CASE("It is said what a link is not good for, once") {
  struct Row {
    std::vector<const char*> own;
    const char* text;
  };
  const auto row = GENERATE(values<Row>({
      {{"127.0.0.1", "::1"}, "This machine has no address that others can reach: the link works on this machine only."},
      {{"192.168.1.2", "fd00::2"}, "The link works in your own network only"},
      {{"100.64.3.2"}, "The link works in your own network only"},
      {{"192.168.1.2", "2001:db8::2"}, ""},
      {{"192.0.2.7"}, ""},
      {{"192.0.2.7", "10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5", "10.0.0.6"},
       "1 address of this machine found no place in the link: --address chooses which it names."},
      {{"10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5", "10.0.0.6", "10.0.0.7", "10.0.0.8"},
       "for the Internet. 2 addresses of this machine found no place"},
  }));
  CAPTURE(row.text);
  Roaming f;
  f.own.clear();
  for (const char* one : row.own) f.own.push_back(resolve(one, 0).value.value().address);
  f.open();
  const std::string said = f.offer.take_reach();
  if (std::string(row.text).empty()) CHECK(said.empty());
  CHECK_THAT(said, Catch::Contains(row.text));
  CHECK(f.offer.take_reach().empty());
  f.move({"192.168.7.7"});
  const bool known = said.starts_with("The link works in your own network only") && said.ends_with("Internet.");
  CHECK(f.offer.take_reach().empty() == known);
}

TEST_CASE("A router that may have mapped the port and does not take it back is reported") {
  CallOptions options = asking();
  LinkOffer offer([](const Endpoint&, PortProtocol, const std::function<bool()>&) {
    std::vector<std::unique_ptr<Router>> routers;
    routers.push_back(std::make_unique<Silent>());
    return routers;
  });
  REQUIRE(offer.open(options, new_invitation(), bound).empty());
  await_news(offer, options);
  offer.close();
  CHECK_THAT(offer.leaving_router()(),
             Catch::StartsWith("A router was asked for a port, and what it did is not known"));
}

TEST_CASE("The link replaces an empty file, a link and nothing else, but with --overwrite everything") {
  const TemporaryFolder folder;
  const Invitation invitation = make_invitation({}).value.value();
  const std::string link = link_to(invitation, {at("192.0.2.7:5004")}, "evenkeel:");
  const auto text_of = [](const std::string& path) {
    std::ifstream file(path);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  for (const std::string& before : {std::string(), link, link + '\n'}) {
    const std::string path = folder.write("link", before);
    CHECK(write_link_file(path, link, false) == "");
    CHECK(text_of(path) == link + '\n');
  }
  for (const std::string& before : {std::string("alias ls=ls\n"), link + "\nmore\n", "see " + link, link + ' ',
                                    "\n" + link, std::string(3000, 'a'), std::string("\0", 1)}) {
    const std::string path = folder.write("link", before);
    const std::string error = write_link_file(path, link, false);
    CHECK(error == "'" + path + "' exists and is no link: choose another --link-file, or replace it by --overwrite.");
    CHECK(text_of(path) == before);
    CHECK(write_link_file(path, link, true) == "");
    CHECK(text_of(path) == link + '\n');
  }
}
