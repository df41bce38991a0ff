#include "app/call/no_answer.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

Endpoint at(const std::string& text) { return resolve(text, 0).value.value(); }

}  // namespace

TEST_CASE("Each address that was tried is named with what came of it") {
  const std::vector<Endpoint> addresses{at("203.0.113.5:5004"), at("[2001:db8::7]:5004"), at("192.0.2.1:5004"),
                                        at("192.0.2.2:5004"), at("192.0.2.3:5004")};
  DestinationLog log;
  log.on_failed(at("192.0.2.53:3478"), ENETUNREACH);  // of a STUN server
  log.on_sent(addresses[0]);
  log.on_reported(addresses[0], ECONNREFUSED);
  log.on_failed(addresses[1], ENETUNREACH);
  log.on_sent(addresses[2]);
  log.on_sent(addresses[3]);
  log.on_reported(addresses[3], EHOSTUNREACH);
  CHECK(tried_text(addresses, log) ==
        "tried 203.0.113.5:5004 (refused: nothing listens there), [2001:db8::7]:5004 (no route), 192.0.2.1:5004 (no "
        "answer), 192.0.2.2:5004 (no way to that machine), 192.0.2.3:5004 (not tried yet)");
  CHECK_FALSE(none_can_be_sent_to(addresses, log));
  CHECK(none_can_be_sent_to({&addresses[1], 1}, log));
}

TEST_CASE("Where nothing came back from anywhere, that is said once") {
  const std::vector<Endpoint> addresses{at("203.0.113.5:5004"), at("192.0.2.1:5004")};
  DestinationLog log;
  for (const Endpoint& address : addresses) log.on_sent(address);
  CHECK(tried_text(addresses, log) == "tried 203.0.113.5:5004, 192.0.2.1:5004, and nothing came back");
}

TEST_CASE("A peer from which nothing comes is waited for, and after half a minute taken for gone") {
  CHECK(silent_in_words(3400ms) == "The other side has been silent for 3 s: waiting for it to return");
  CHECK(silent_in_words(29s) == "The other side has been silent for 29 s: waiting for it to return");
  CHECK(silent_in_words(30s) ==
        "The other side has been silent for 0:30 and has probably gone: hang up, and call again");
  CHECK(silent_in_words(168s) ==
        "The other side has been silent for 2:48 and has probably gone: hang up, and call again");
}
