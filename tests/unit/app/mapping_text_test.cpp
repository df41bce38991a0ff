#include "app/call/mapping_text.h"

#include <catch2/catch.hpp>

#include "core/net/udp_socket.h"

using namespace evenkeel;

namespace {

PortMapping mapped(const std::string& external, bool permanent = false) {
  return {resolve(external, 0).value.value(), "UPnP", permanent, ""};
}

}  // namespace

TEST_CASE("What a router does is one sentence") {
  CHECK(mapping_text(mapped("11.0.0.1:40000"), {}) == "The router maps 11.0.0.1:40000 to this port (UPnP).");
  CHECK(mapping_text({}, {}) == "No router answered NAT-PMP or UPnP: the link has this machine's own addresses only.");
  CHECK(mapping_text({std::nullopt, "UPnP", false, "error 606: denied"}, {}) ==
        "No router maps this port (UPnP, error 606: denied): the link has this machine's own addresses only.");
  CHECK(no_mapping_yet_text(8s) ==
        "The router has not answered within 8 s: the link has this machine's own addresses only.");
}

TEST_CASE("A private address and a mapping without an end are reported") {
  CHECK_THAT(mapping_text(mapped("100.64.0.9:40000"), {}), Catch::Contains("another router is before it"));
  CHECK_THAT(mapping_text(mapped("11.0.0.1:40000", true), {}), Catch::Contains("stays if Evenkeel is killed"));
  CHECK_THAT(mapping_stays_text(mapped("11.0.0.1:40000", true)), Catch::Contains("remove the mapping there"));
  CHECK_THAT(mapping_stays_text(mapped("11.0.0.1:40000")), Catch::Contains("within 30 minutes"));
  CHECK_THAT(mapping_stays_text({}), Catch::Contains("what it did is not known"));
}

TEST_CASE("What changes is reported, with the new address, and nothing else") {
  const PortMapping before = mapped("11.0.0.1:40000");
  CHECK(mapping_text(before, before).empty());
  const PortMapping busy{std::nullopt, "UPnP", false, "busy"};
  CHECK(mapping_text(busy, busy).empty());
  CHECK(mapping_text(busy, PortMapping{}) ==  // it came after the link was given out without
        "No router maps this port (UPnP, busy): the link has this machine's own addresses only.");
  CHECK(mapping_text(mapped("11.0.0.2:40000"), before) ==
        "The router now maps 11.0.0.2:40000 to this port (UPnP), no longer 11.0.0.1:40000: the link is out of date, "
        "give the new one.");
  CHECK(mapping_text(before, PortMapping{}) ==
        "The router now maps 11.0.0.1:40000 to this port (UPnP), which the link of before lacks, give the new one.");
  CHECK_THAT(mapping_text({}, before), Catch::StartsWith("The router no longer maps 11.0.0.1:40000"));
}
