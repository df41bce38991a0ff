#include "core/signal/ice_url.h"

#include <catch2/catch.hpp>

using namespace evenkeel;
using Kind = IceUrl::Kind;
using Transport = IceUrl::Transport;

TEST_CASE("URLs of TURN servers are read as RFC 7065 writes them") {
  CHECK(parse_ice_url("turn:example.org") == IceUrl{Kind::turn, false, "example.org", 3478, Transport::udp});
  CHECK(parse_ice_url("turns:example.org") == IceUrl{Kind::turn, true, "example.org", 5349, Transport::tcp});
  CHECK(parse_ice_url("turn:example.org:8000") == IceUrl{Kind::turn, false, "example.org", 8000, Transport::udp});
  CHECK(parse_ice_url("turn:example.org?transport=udp") ==
        IceUrl{Kind::turn, false, "example.org", 3478, Transport::udp});
  CHECK(parse_ice_url("turn:example.org?transport=tcp") ==
        IceUrl{Kind::turn, false, "example.org", 3478, Transport::tcp});
  CHECK(parse_ice_url("turns:example.org?transport=udp") ==
        IceUrl{Kind::turn, true, "example.org", 5349, Transport::udp});
  CHECK(parse_ice_url("turn:192.0.2.7:1") == IceUrl{Kind::turn, false, "192.0.2.7", 1, Transport::udp});
  CHECK(parse_ice_url("turn:[2001:DB8::7]:65535") == IceUrl{Kind::turn, false, "2001:db8::7", 65535, Transport::udp});
  CHECK(parse_ice_url("turn:[::1]?transport=udp") == IceUrl{Kind::turn, false, "::1", 3478, Transport::udp});
}

TEST_CASE("URLs of STUN servers are read as RFC 7064 writes them, and as people do") {
  CHECK(parse_ice_url("stun:example.org") == IceUrl{Kind::stun, false, "example.org", 3478, Transport::udp});
  CHECK(parse_ice_url("STUN:[::1]:1") == IceUrl{Kind::stun, false, "::1", 1, Transport::udp});
  CHECK(parse_ice_url("stuns:a:1") == IceUrl{Kind::stun, true, "a", 1, Transport::tcp});
  CHECK(parse_ice_url("stun:a?transport=udp") == IceUrl{Kind::stun, false, "a", 3478, Transport::udp});
  CHECK(has_ice_scheme("stun:"));
  CHECK_FALSE(has_ice_scheme("stun.example.org:3478"));
}

TEST_CASE("Schemes, names and transports of TURN servers are the same in capitals; others are distinguished") {
  CHECK(parse_ice_url("TURN:Example.ORG?Transport=UDP") ==
        IceUrl{Kind::turn, false, "example.org", 3478, Transport::udp});
  CHECK(parse_ice_url("turn:example.org?transport=sctp")->transport == Transport::other);
}

TEST_CASE("Only a TURN server by plain UDP is one by UDP") {
  CHECK(parse_ice_url("turn:a")->is_by_udp());
  CHECK_FALSE(parse_ice_url("turn:a?transport=tcp")->is_by_udp());
  CHECK_FALSE(parse_ice_url("turns:a")->is_by_udp());
  CHECK_FALSE(parse_ice_url("turns:a?transport=udp")->is_by_udp());
}

TEST_CASE("What is no URL of a TURN server is refused") {
  for (const char* text : {"",
                           ":",
                           "turn",
                           "turn:",
                           "turn:?transport=udp",
                           "turn::3478",
                           "stunt:a",
                           "turnx:a",
                           "turn://a",
                           "turn:a/b",
                           "turn:a:",
                           "turn:a:0",
                           "turn:a:65536",
                           "turn:a:-1",
                           "turn:a:1x",
                           "turn:a: 1",
                           "turn:a:1:2",
                           "turn:u@a",
                           "turn:a b",
                           "turn:a\nb",
                           "turn:a?",
                           "turn:a?transport=",
                           "turn:a?transport",
                           "turn:a?x=udp",
                           "turn:[",
                           "turn:[]",
                           "turn:[::1",
                           "turn:[::1]x",
                           "turn:[a]",
                           "turn:[192.0.2.1]",
                           "turn:[::1]:",
                           "turn:5004",
                           "turn:%61",
                           "turn:ä"}) {
    INFO(text);
    CHECK_FALSE(parse_ice_url(text));
  }
  CHECK_FALSE(parse_ice_url("turn:" + std::string(254, 'a')));
  CHECK_FALSE(parse_ice_url(std::string("turn:a\0b", 8)));
}

TEST_CASE("A TURN server is named with its port, and IPv6 in brackets") {
  CHECK(address_text(*parse_ice_url("turn:Example.org")) == "example.org:3478");
  CHECK(address_text(*parse_ice_url("turn:[2001:db8::7]:9")) == "[2001:db8::7]:9");
}
