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
  /// External addresses; an empty one is an error.
  FakeDevice(std::string ip_connection, std::string ppp_connection)
      : addresses_{{"/ip", std::move(ip_connection)}, {"/ppp", std::move(ppp_connection)}} {
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

 private:
  static std::string service(const std::string& type, const std::string& control) {
    return "<service><serviceType>urn:schemas-upnp-org:service:" + type +
           "</serviceType><serviceId>x</serviceId><SCPDURL>/scpd</SCPDURL><controlURL>" + control +
           "</controlURL><eventSubURL>/e</eventSubURL></service>";
  }
  static std::string description() {
    return "<?xml version=\"1.0\"?><root><device><deviceList><device><serviceList>" +
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
      send(connection, text.data(), text.size(), MSG_NOSIGNAL);
      close(connection);
    }
  }

  std::map<std::string, std::string> addresses_;
  int socket_ = -1;
  std::string url_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

std::optional<UpnpRouter::Connection> found_at(const FakeDevice& device) {
  return upnp_connection_at(device.url() + "/desc.xml");
}

}  // namespace

TEST_CASE("UPnP: of two connections the one that is in use is taken") {
  const FakeDevice by_ip("203.0.113.5", ""), by_ppp("", "203.0.113.6");
  REQUIRE(found_at(by_ip));
  CHECK(found_at(by_ip)->control_url == by_ip.url() + "/ip");
  CHECK(found_at(by_ip)->type == "urn:schemas-upnp-org:service:WANIPConnection:2");
  CHECK(found_at(by_ip)->external == ipv4(203, 0, 113, 5));
  REQUIRE(found_at(by_ppp));
  CHECK(found_at(by_ppp)->control_url == by_ppp.url() + "/ppp");
  CHECK(found_at(by_ppp)->type == "urn:schemas-upnp-org:service:WANPPPConnection:1");
  CHECK(found_at(by_ppp)->external == ipv4(203, 0, 113, 6));
}

TEST_CASE("UPnP: behind another NAT as well, and a public address rather than a private one") {
  const FakeDevice behind("0.0.0.0", "192.168.1.2"), both("192.168.1.2", "203.0.113.6");
  REQUIRE(found_at(behind));
  CHECK(found_at(behind)->control_url == behind.url() + "/ppp");
  REQUIRE(found_at(both));
  CHECK(found_at(both)->control_url == both.url() + "/ppp");
}

TEST_CASE("UPnP: a device without a connection, or without a description, is no router") {
  const FakeDevice offline("", "0.0.0.0");
  CHECK_FALSE(found_at(offline));
  CHECK_FALSE(upnp_connection_at(offline.url() + "/nothing.xml"));
}
