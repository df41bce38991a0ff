#include <catch2/catch.hpp>

#include "core/rtp/gf256.h"
#include "core/rtp/repair_payload.h"
#include "core/rtp/repair_symbol.h"
#include "core/rtp/tiny_mt32.h"
#include "tests/unit/rtp/repair_stream.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("TinyMT32 makes the numbers of RFC 8682 for the seed 1") {
  TinyMt32 random(1);
  for (const std::uint32_t number :
       {2545341989u, 981918433u,  3715302833u, 2387538352u, 3591001365u, 3820442102u, 2114400566u, 2196103051u,
        2783359912u, 764534509u,  643179475u,  1822416315u, 881558334u,  4207026366u, 3690273640u, 3240535687u,
        2921447122u, 3984931427u, 4092394160u, 44209675u,   2188315343u, 2908663843u, 1834519336u, 3774670961u,
        3019990707u, 4065554902u, 1239765502u, 4035716197u, 3412127188u, 552822483u,  161364450u,  353727785u,
        140085994u,  149132008u,  2547770827u, 4064042525u, 4078297538u, 2057335507u, 622384752u,  2041665899u,
        2193913817u, 1080849512u, 33160901u,   662956935u,  642999063u,  3384709977u, 1723175122u, 3866752252u,
        521822317u,  2292524454u}) {
    CHECK(random.next() == number);
  }
}

TEST_CASE("Coefficients are the low bytes of these numbers, without zeros") {
  Bytes of_one(50);
  repair_coefficients(1, of_one);
  // RFC 8681, appendix A.
  CHECK(of_one == Bytes{37,  225, 177, 176, 21,  246, 54,  139, 168, 237, 211, 187, 62,  190, 104, 135, 210,
                        99,  176, 11,  207, 35,  40,  113, 179, 214, 254, 101, 212, 211, 226, 41,  234, 232,
                        203, 29,  194, 211, 112, 107, 217, 104, 197, 135, 23,  89,  210, 252, 109, 166});
  for (int key = 0; key < 1000; ++key) {
    Bytes all(128);
    repair_coefficients(static_cast<std::uint16_t>(key), all);
    REQUIRE(std::count(all.begin(), all.end(), 0) == 0);
  }
}

TEST_CASE("The field is that of x^8 + x^4 + x^3 + x^2 + 1") {
  CHECK(gf256_multiply(2, 0x80) == 0x1D);
  CHECK(gf256_inverse(0) == 0);
  for (int a = 1; a < 256; ++a) {
    const auto element = static_cast<std::uint8_t>(a);
    REQUIRE(gf256_multiply(element, gf256_inverse(element)) == 1);
  }
}

TEST_CASE("Multiples are added byte by byte") {
  std::mt19937 random(1);
  for (const std::size_t size : {64u, 128u, 1216u}) {
    for (const int factor : {0, 1, 2, 255}) {
      Bytes to = random_bytes(random, size);
      const Bytes from = random_bytes(random, size);
      Bytes expected = to;
      for (std::size_t i = 0; i < size; ++i) {
        expected[i] ^= gf256_multiply(static_cast<std::uint8_t>(factor), from[i]);
      }
      gf256_add_multiple(to.data(), static_cast<std::uint8_t>(factor), from.data(), size);
      CHECK(to == expected);
    }
  }
}

TEST_CASE("A symbol stands for its packet, whatever it held before") {
  std::mt19937 random(1);
  RepairSymbol symbol;
  for (const std::size_t size : {1216u, 12u, 13u, 500u, 64u}) {
    const Bytes packet = media_packet(random, 7, size);
    REQUIRE(symbol.set_packet(packet));
    CHECK(symbol.size() == size - 4);
    RepairSymbol sum;
    sum.add_multiple(1, symbol);
    Bytes out(1216);
    out.resize(sum.write_packet(7, media_ssrc, out));
    CHECK(out == packet);
  }
}

TEST_CASE("A symbol holds no packet that is too short or too long") {
  const auto size = GENERATE(0u, 11u, 1217u, 1500u);
  RepairSymbol symbol;
  REQUIRE(symbol.set_packet(Bytes(20, 0x80)));
  CHECK_FALSE(symbol.set_packet(Bytes(size, 0x80)));
  CHECK(symbol.size() == 16);
}

TEST_CASE("A symbol that says more than it holds, or holds more than it says, stands for nothing") {
  struct Row {
    const char* symbol;
    std::size_t packet;
  };
  const auto row = GENERATE(values<Row>({
      {"", 0},
      {"0000 80 60 000000", 0},
      {"0000 80 60 00000001", 12},
      {"0001 80 60 00000001", 0},
      {"0001 80 60 00000001 AA", 13},
      {"0000 80 60 00000001 00 00", 12},
      {"0000 80 60 00000001 00 01", 0},
      {"FFFF 80 60 00000001 00 01", 0},
  }));
  INFO(row.symbol);
  RepairSymbol symbol;
  symbol.set_bytes(hex(row.symbol));
  Bytes out(100);
  CHECK(symbol.write_packet(1, 2, out) == row.packet);
  Bytes short_out(row.packet > 0 ? row.packet - 1 : 0);
  CHECK(symbol.write_packet(1, 2, short_out) == 0);
}

TEST_CASE("A repair payload is read as it was written") {
  const Bytes symbol = hex("0001020304050607 08");
  Bytes out(100);
  const std::size_t size = write_repair({{0xFFFE, 5}, 0xABCD, symbol}, out);
  CHECK(prefix(out, size) == hex("FFFE 05 00 ABCD 0009") + symbol);
  for (const std::size_t filled : {size, out.size()}) {
    const Bytes payload = prefix(out, filled);
    const auto repair = parse_repair(payload);
    REQUIRE(repair);
    CHECK(repair->range == RepairRange{0xFFFE, 5});
    CHECK(repair->key == 0xABCD);
    CHECK(to_bytes(repair->symbol) == symbol);
  }
  for (std::size_t n = 0; n < size; ++n) CHECK_FALSE(parse_repair(prefix(out, n)));
  for (std::size_t n = 0; n < size; ++n) CHECK(write_repair({{0, 5}, 1, symbol}, std::span(out).first(n)) == 0);
}

TEST_CASE("Repair payloads with impossible numbers are neither read nor written") {
  struct Row {
    const char* what;
    const char* head;
    std::size_t symbol;
    bool good;
  };
  const auto row = GENERATE(values<Row>({
      {"one packet", "0001 01 00 0000 0008", 8, true},
      {"no packet", "0001 00 00 0000 0008", 8, false},
      {"128 packets", "0001 80 00 0000 0008", 8, true},
      {"129 packets", "0001 81 00 0000 0008", 8, false},
      {"another code", "0001 01 01 0000 0008", 8, false},
      {"a symbol without a head", "0001 01 00 0000 0007", 7, false},
      {"the largest symbol", "0001 01 00 0000 04BC", 1212, true},
      {"too large a symbol", "0001 01 00 0000 04BD", 1213, false},
  }));
  INFO(row.what);
  const Bytes head = hex(row.head);
  const Bytes payload = head + Bytes(row.symbol, 1);
  CHECK(parse_repair(payload).has_value() == row.good);
  if (head[3] != 0) return;  // nothing that could be asked for
  Bytes out(2000);
  const Bytes symbol(row.symbol, 1);
  CHECK((write_repair({{1, head[2]}, 0, symbol}, out) > 0) == row.good);
}
