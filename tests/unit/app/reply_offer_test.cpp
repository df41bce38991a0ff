#include "app/call/reply_offer.h"

#include <catch2/catch.hpp>

#include "core/net/udp_socket.h"

using namespace evenkeel;

namespace {

CallLink link_to(const std::string& address) {
  CallLink link;
  link.addresses = {resolve(address, 0).value.value()};
  return link;
}

CallOptions options_with(bool headless, const std::optional<std::string>& reply_code = std::nullopt) {
  CallOptions options;
  options.headless = headless;
  options.reply_code = reply_code;
  return options;
}

}  // namespace

TEST_CASE("A window offers a reply code wherever the link leads, and keeps it where all addresses refuse") {
  const CallOptions window = options_with(false);
  CHECK(offers_reply_code(window, link_to("192.0.2.1:5004")));
  CHECK(offers_reply_code(window, link_to("127.0.0.1:5004")));
  CHECK(goes_on_for_reply_code(window, false));
  CHECK(goes_on_for_reply_code(window, true));
}

TEST_CASE("Without a window a call that all addresses refuse ends, unless the code is wanted in any case") {
  CHECK_FALSE(offers_reply_code(options_with(true), link_to("127.0.0.1:5004")));
  CHECK(goes_on_for_reply_code(options_with(true), false));
  CHECK_FALSE(goes_on_for_reply_code(options_with(true), true));
  CHECK(goes_on_for_reply_code(options_with(true, "always"), true));
  CHECK(offers_reply_code(options_with(true, "always"), link_to("127.0.0.1:5004")));
  CHECK_FALSE(offers_reply_code(options_with(false, "never"), link_to("192.0.2.1:5004")));
}
