#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <map>
#include <thread>

#include "core/net/port_mapping/upnp_search.h"
#include "fake_router.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// A gateway device by HTTP on loopback: a description with two connections, and the external address of each.
class FakeDevice {
 public:
  enum class Manner { plain, drips, floods };
  /// External addresses; an empty one is an error. `base`: where it says that its services are.
  FakeDevice(std::string ip_connection, std::string ppp_connection, std::string base = "",
             Manner manner = Manner::plain)
      : addresses_{{"/ip", std::move(ip_connection)}, {"/ppp", std::move(ppp_connection)}},
        base_(std::move(base)),
        manner_(manner) {
    socket_ = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in here{};
    here.sin_family = AF_INET;
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof here;
    REQUIRE(bind(socket_, reinterpret_cast<sockaddr*>(&here), size) == 0);
    REQUIRE(listen(socket_, 8) == 0);
    REQUIRE(getsockname(socket_, reinterpret_cast<sockaddr*>(&here), &size) == 0);
    url_ = "http://127.0.0.1:" + std::to_string(ntohs(here.sin_port));
    thread_ = std::thread([this] { run(); });
  }
  ~FakeDevice() {
    stop_ = true;
    thread_.join();
    close(socket_);
  }
  const std::string& url() const { return url_; }
  std::size_t taken() const { return taken_; }

 private:
  static std::string service(const std::string& type, const std::string& control) {
    return "<service><serviceType>urn:schemas-upnp-org:service:" + type +
           "</serviceType><serviceId>x</serviceId><SCPDURL>/scpd</SCPDURL><controlURL>" + control +
           "</controlURL><eventSubURL>/e</eventSubURL></service>";
  }
  std::string description() const {
    return "<?xml version=\"1.0\"?><root><URLBase>" + base_ + "</URLBase><device><deviceList><device><serviceList>" +
           service("WANCommonInterfaceConfig:1", "/common") + "</serviceList><deviceList><device><serviceList>" +
           service("WANIPConnection:2", "/ip") + service("WANPPPConnection:1", "/ppp") +
           "</serviceList></device></deviceList></device></deviceList></device></root>";
  }
  std::string answer(const std::string& request) const {
    const auto path = request.substr(request.find(' ') + 1, request.find(' ', 5) - request.find(' ') - 1);
    if (path == "/desc.xml") return reply("200 OK", description());
    const auto known = addresses_.find(path);
    if (known == addresses_.end() || known->second.empty()) {
      return reply("500 Internal Server Error", "<e><errorCode>501</errorCode></e>");
    }
    return reply("200 OK", "<s:Envelope><s:Body><u:GetExternalIPAddressResponse><NewExternalIPAddress>" +
                               known->second +
                               "</NewExternalIPAddress></u:GetExternalIPAddressResponse></s:Body></s:Envelope>");
  }
  static std::string reply(const std::string& status, const std::string& body) {
    return "HTTP/1.1 " + status + "\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\nConnection: close\r\n\r\n" + body;
  }
  static std::string read_request(int connection) {
    std::string request;
    char bytes[4096];
    pollfd ready{connection, POLLIN, 0};
    const auto whole = [&] {
      return request.find("</s:Envelope>") != std::string::npos ||
             (request.starts_with("GET") && request.find("\r\n\r\n") != std::string::npos);
    };
    while (!whole() && poll(&ready, 1, 2000) > 0) {
      const auto size = recv(connection, bytes, sizeof bytes, 0);
      if (size <= 0) break;
      request.append(bytes, static_cast<std::size_t>(size));
    }
    return request;
  }
  void run() {
    while (!stop_) {
      pollfd ready{socket_, POLLIN, 0};
      if (poll(&ready, 1, 20) <= 0) continue;
      const int connection = accept(socket_, nullptr, nullptr);
      const std::string text = answer(read_request(connection));
      if (manner_ == Manner::plain) send(connection, text.data(), text.size(), MSG_NOSIGNAL);
      if (manner_ != Manner::plain) pester(connection);
      close(connection);
    }
  }

  /// A description without an end, byte by byte or as fast as it goes, until the other side has enough.
  void pester(int connection) {
    const std::string start = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n<root>";
    send(connection, start.data(), start.size(), MSG_NOSIGNAL);
    const std::string more(manner_ == Manner::drips ? 1 : 65536, ' ');
    while (!stop_) {
      pollfd ready{connection, POLLOUT, 0};
      if (poll(&ready, 1, 20) <= 0) continue;
      const auto size = send(connection, more.data(), more.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (size < 0) return;
      taken_ += static_cast<std::size_t>(size);
      if (manner_ == Manner::drips) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

  std::map<std::string, std::string> addresses_;
  std::string base_;
  Manner manner_;
  std::atomic<std::size_t> taken_{0};
  int socket_ = -1;
  std::string url_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

UpnpConnection at(const std::string& url) { return {parse_http_place(url).value(), "", {}}; }

std::optional<UpnpConnection> found_at(const std::string& url) {
  return upnp_connection_at(parse_http_place(url).value(), ExchangeLimit());
}
std::optional<UpnpConnection> found_at(const FakeDevice& device) { return found_at(device.url() + "/desc.xml"); }

}  // namespace

TEST_CASE("UPnP: of two connections the one that is in use is taken") {
  const FakeDevice by_ip("203.0.113.5", ""), by_ppp("", "203.0.113.6");
  REQUIRE(found_at(by_ip));
  CHECK(found_at(by_ip)->control == at(by_ip.url() + "/ip").control);
  CHECK(found_at(by_ip)->type == "urn:schemas-upnp-org:service:WANIPConnection:2");
  CHECK(found_at(by_ip)->external == ipv4(203, 0, 113, 5));
  REQUIRE(found_at(by_ppp));
  CHECK(found_at(by_ppp)->control == at(by_ppp.url() + "/ppp").control);
  CHECK(found_at(by_ppp)->type == "urn:schemas-upnp-org:service:WANPPPConnection:1");
  CHECK(found_at(by_ppp)->external == ipv4(203, 0, 113, 6));
}

TEST_CASE("UPnP: behind another NAT as well, and a public address rather than a private one") {
  const FakeDevice behind("0.0.0.0", "192.168.1.2"), both("192.168.1.2", "203.0.113.6");
  REQUIRE(found_at(behind));
  CHECK(found_at(behind)->control == at(behind.url() + "/ppp").control);
  REQUIRE(found_at(both));
  CHECK(found_at(both)->control == at(both.url() + "/ppp").control);
}

TEST_CASE("UPnP: a device without a connection, or without a description, is no router") {
  const FakeDevice offline("", "0.0.0.0");
  CHECK_FALSE(found_at(offline));
  CHECK_FALSE(found_at(offline.url() + "/nothing.xml"));
}

TEST_CASE("UPnP: a device that leads to another machine is not followed") {
  const FakeDevice device("203.0.113.5", "", "http://127.0.0.2:1");
  CHECK_FALSE(found_at(device));
}

TEST_CASE("UPnP: a device that drips, or never ends, is left in time and with little memory") {
  const auto kind = GENERATE(FakeDevice::Manner::drips, FakeDevice::Manner::floods);
  const FakeDevice device("203.0.113.5", "", "", kind);
  const auto began = std::chrono::steady_clock::now();
  CHECK_FALSE(found_at(device));
  CHECK(std::chrono::steady_clock::now() - began < ExchangeLimit::at_most + std::chrono::seconds(2));
  CHECK(device.taken() < 64 * max_http_reply);  // most of that is in buffers of the kernel
}

TEST_CASE("UPnP: a stop ends the wait for a device that drips") {
  const FakeDevice device("203.0.113.5", "", "", FakeDevice::Manner::drips);
  ExchangeLimit limit;
  const auto began = std::chrono::steady_clock::now();
  limit.stop = [&] { return std::chrono::steady_clock::now() > began + std::chrono::milliseconds(200); };
  CHECK_FALSE(upnp_connection_at(parse_http_place(device.url() + "/desc.xml").value(), limit));
  CHECK(std::chrono::steady_clock::now() - began < std::chrono::milliseconds(1500));
}

TEST_CASE("UPnP: a request that is not answered may have been carried out; one that nobody took was not") {
  const FakeDevice device("203.0.113.5", "", "", FakeDevice::Manner::drips);
  UpnpConnection connection = at(device.url() + "/ip");
  connection.type = "urn:schemas-upnp-org:service:WANIPConnection:1";
  ExchangeLimit limit;
  limit.end = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
  CHECK(call_upnp(connection, "AddPortMapping", {}, limit).error == UpnpResult::no_answer);
  CHECK(call_upnp(at("http://127.0.0.1:1/"), "AddPortMapping", {}, ExchangeLimit()).error == UpnpResult::no_contact);
}

TEST_CASE("UPnP: places are read, and only numeric ones") {
  CHECK(parse_http_place("http://192.168.1.1:5000/desc.xml") == HttpPlace{{ipv4(192, 168, 1, 1), 5000}, "/desc.xml"});
  CHECK(parse_http_place("http://192.168.1.1") == HttpPlace{{ipv4(192, 168, 1, 1), 80}, "/"});
  for (const char* bad :
       {"", "http://", "https://192.168.1.1/", "http://router/", "http://192.168.1.1:0/", "http://192.168.1.1:70000/",
        "http://192.168.1.1:x/", "http://192.168.1.1/a\r\nb", "ftp://x"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_http_place(bad));
  }
}

TEST_CASE("UPnP: an answer to a search counts where it comes from the gateway, and leads there") {
  const IpAddress gateway = ipv4(192, 168, 1, 1);
  const std::string answer = "HTTP/1.1 200 OK\r\nST: x\r\nLocation: http://192.168.1.1:5000/desc.xml\r\n\r\n";
  CHECK(description_in(answer, gateway, gateway) == HttpPlace{{ipv4(192, 168, 1, 1), 5000}, "/desc.xml"});
  CHECK_FALSE(description_in(answer, ipv4(192, 168, 1, 2), gateway));
  CHECK_FALSE(description_in(answer, ipv4(192, 168, 1, 2), ipv4(192, 168, 1, 2)));
  CHECK_FALSE(description_in(answer, gateway, ipv4(192, 168, 1, 2)));  // any host can say that it is a router
  CHECK_FALSE(description_in("HTTP/1.1 200 OK\r\n\r\n", gateway, gateway));
  CHECK_FALSE(description_in("", gateway, gateway));
}

TEST_CASE("HTTP: answers are read by length, by chunks, or to their end") {
  const auto body = [](const std::string& text, bool ended) {
    const auto reply = parse_http_reply(text, ended);
    return reply ? std::to_string(reply->status) + ' ' + reply->body : "none";
  };
  CHECK(body("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcd", false) == "200 abc");
  CHECK(body("HTTP/1.1 500 Error\r\ncontent-length:4\r\n\r\nabc", true) == "none");
  CHECK(body("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1;x=y\r\nd\r\n0\r\n\r\n", false) ==
        "200 abcd");
  CHECK(body("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nabc\r\n", true) == "none");
  CHECK(body("HTTP/1.0 200 OK\r\n\r\nabc", false) == "none");
  CHECK(body("HTTP/1.0 200 OK\r\n\r\nabc", true) == "200 abc");
  for (const char* bad :
       {"", "HTTP/1.1", "HTTP/1.1\r\n\r\n", "HTTP/1.1 x\r\n\r\n", "HTTP/1.1 2\r\n\r\n", "SIP/2.0 200 OK\r\n\r\n"}) {
    CAPTURE(bad);
    CHECK(body(bad, true) == "none");
  }
}
