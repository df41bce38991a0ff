#include "core/net/secure/ice_server_links.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

std::vector<IceServer> read(const std::string& header) {
  std::vector<IceServer> servers;
  add_ice_servers(header, servers);
  return servers;
}

}  // namespace

TEST_CASE("Links to ICE servers are read as RFC 9725 writes them") {
  const auto servers = read(
      "<stun:stun.example.net>; rel=\"ice-server\", "
      "<turn:turn.example.net?transport=udp>; rel=\"ice-server\"; username=\"user\"; credential=\"my\\\"Pass,;word\"; "
      "credential-type=\"password\"");
  REQUIRE(servers.size() == 2);
  CHECK(servers[0] == IceServer{"stun:stun.example.net", "", ""});
  CHECK(servers[1] == IceServer{"turn:turn.example.net?transport=udp", "user", "my\"Pass,;word"});
}

TEST_CASE("Other links, other credentials and what is malformed is passed over") {
  CHECK(read("</style.css>; rel=preload; as=style").empty());
  CHECK(read("<https://example.org>; rel=\"ice-server\"").empty());
  CHECK(read("<turn:t.example>; rel=\"ice-server\"; credential-type=\"oauth\"").empty());
  CHECK(read("<stun:>; rel=\"ice-server\"").empty());
  CHECK(read("stun:s.example; rel=ice-server").empty());
  CHECK(read("<stun:s.example; rel=ice-server").empty());
  CHECK(read("<stun:a b>; rel=ice-server").empty());
  CHECK(read("<stun:" + std::string(2000, 'a') + ">; rel=ice-server").empty());
  CHECK(read("<stun:s.example>; rel=\"ice-server").size() == 1);
  CHECK(read("<stun:s.example>; REL=\"foo ICE-server\"; x; y=").size() == 1);
  CHECK(read("</x>; rel=next , <stun:s.example> ; rel = ice-server").size() == 1);
}

TEST_CASE("No more ICE servers are kept than a call can use") {
  std::string many;
  for (int i = 0; i < 100; ++i) many += "<stun:s.example>;rel=ice-server,";
  CHECK(read(many).size() == max_ice_servers);
}
