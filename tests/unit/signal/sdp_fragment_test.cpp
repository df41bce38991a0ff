#include "core/signal/sdp_fragment.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

const std::string password = "0123456789012345678901";
// RFC 9725, section 4.3.3.
const std::string example =
    "a=ice-lite\r\na=ice-options:trickle ice2\r\na=group:BUNDLE 0 1\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=mid:0\r\n"
    "a=ice-ufrag:289b31b754eaa438\r\na=ice-pwd:0b66f472495ef0ccac7bda653ab6be49ea13114472a5d10a\r\n"
    "a=candidate:1 1 udp 2130706431 198.51.100.1 39132 typ host\r\na=end-of-candidates\r\n";

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("A fragment names the medium of the offer and our new credentials, and is read again") {
  const std::string text = write_sdp_fragment("ours", password);
  CHECK(has(text, "\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\n"));
  CHECK(has(text, "\r\na=mid:0\r\n"));
  CHECK_FALSE(has(text, "candidate:"));
  const auto read = read_sdp_fragment(text);
  REQUIRE(read);
  CHECK(read.value->ice_ufrag == "ours");
  CHECK(read.value->ice_password == password);
  CHECK(read.value->candidates.empty());
}

TEST_CASE("A server's fragment tells its credentials and addresses, the best first") {
  const auto read = read_sdp_fragment(example + "a=candidate:2 1 udp 2130706432 198.51.100.2 1 typ srflx\n" +
                                      "a=candidate:3 1 tcp 9 198.51.100.3 9 typ host\n");
  REQUIRE(read);
  CHECK(read.value->ice_ufrag == "289b31b754eaa438");
  CHECK(read.value->ice_password == "0b66f472495ef0ccac7bda653ab6be49ea13114472a5d10a");
  REQUIRE(read.value->candidates.size() == 2);
  CHECK(read.value->candidates[0].endpoint.port == 1);
  CHECK(read.value->candidates[0].kind == SdpAnswer::CandidateKind::server_reflexive);
  CHECK(read.value->candidates[1].endpoint.port == 39132);
}

TEST_CASE("Credentials may stand for the whole session; of several media the first counts") {
  const std::string first = "a=ice-ufrag:sess\r\na=ice-pwd:" + password + "\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\n";
  CHECK(read_sdp_fragment(first).value->ice_ufrag == "sess");
  CHECK(read_sdp_fragment(first + "a=ice-ufrag:medi\n").value->ice_ufrag == "medi");
  const auto second = read_sdp_fragment(first +
                                        "m=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=ice-ufrag:othr\r\n"
                                        "a=candidate:1 1 udp 1 198.51.100.1 39132 typ host\r\n");
  CHECK(second.value->ice_ufrag == "sess");
  CHECK(second.value->candidates.empty());
}

TEST_CASE("A fragment without fit credentials is refused with what is missing") {
  const auto with = [](const std::string& ufrag, const std::string& secret) {
    return read_sdp_fragment("a=ice-ufrag:" + ufrag + "\r\na=ice-pwd:" + secret + "\r\n");
  };
  CHECK(with("abcd", password));
  CHECK(has(with("abc", password).error, "ice-ufrag"));
  CHECK_FALSE(with("abcd", "short"));
  CHECK_FALSE(with("ab:d", password));
  CHECK_FALSE(with(std::string(257, 'a'), password));
  CHECK_FALSE(with("abcd", std::string(257, 'a')));
  CHECK_FALSE(read_sdp_fragment(""));
  CHECK_FALSE(read_sdp_fragment("a=ice-ufrag:abcd\r\n"));
  CHECK_FALSE(read_sdp_fragment(std::string(SdpAnswer::max_size + 1, '\n') + example));
  CHECK_FALSE(read_sdp_fragment("<html>Not found</html>"));
}
