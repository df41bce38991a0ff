#include "core/base/quantity.h"

#include <catch2/catch.hpp>
#include <limits>

using namespace evenkeel;

TEST_CASE("rates are read with their unit") {
  struct Row {
    const char* text;
    double bps;
  };
  const Row rows[] = {{"2.5Mbps", 2.5e6}, {"300kbps", 3e5},     {"0bps", 0},         {"1Gbps", 1e9},
                      {"2.3Mbps", 2.3e6}, {"2.5Mbit/s", 2.5e6}, {"64 kbit/s", 64e3}, {"7.1bit/s", 7.1},
                      {".5Mbps", 5e5},    {"1000Gbps", 1e12}};
  for (const Row& row : rows) {
    INFO(row.text);
    const auto parsed = parse_rate(row.text);
    REQUIRE(parsed);
    CHECK((*parsed).bps() == row.bps);
    CHECK(parsed.error.empty());
  }
}

TEST_CASE("a refused rate names the text and shows the right form") {
  struct Row {
    const char* text;
    const char* error;
  };
  const Row rows[] = {
      {"2500", "'2500' has no unit: write a rate as 2500kbps or 2.5Mbps."},
      {"0", "'0' has no unit: write a rate as 2500kbps or 2.5Mbps."},
      {"-1Mbps", "'-1Mbps' is negative: write a rate as 2500kbps or 2.5Mbps."},
      {"2.5mbps", "'2.5mbps' has the unknown unit 'mbps': write a rate as 2500kbps or 2.5Mbps."},
      {"2.5Mbps!", "'2.5Mbps!' has the unknown unit 'Mbps!': write a rate as 2500kbps or 2.5Mbps."},
      {"2,5Mbps", "'2,5Mbps' has a comma where a point belongs: write a rate as 2500kbps or 2.5Mbps."},
      {"1e3kbps", "'1e3kbps' has the unknown unit 'e3kbps': write a rate as 2500kbps or 2.5Mbps."},
      {"50ms", "'50ms' has the unknown unit 'ms': write a rate as 2500kbps or 2.5Mbps."},
      {"", "'' is not a rate: write a rate as 2500kbps or 2.5Mbps."},
      {"Mbps", "'Mbps' is not a rate: write a rate as 2500kbps or 2.5Mbps."},
      {".Mbps", "'.Mbps' is not a rate: write a rate as 2500kbps or 2.5Mbps."},
      {"infMbps", "'infMbps' is not a rate: write a rate as 2500kbps or 2.5Mbps."},
      {"nanbps", "'nanbps' is not a rate: write a rate as 2500kbps or 2.5Mbps."},
      {"1001Gbps", "'1001Gbps' is too large: the most is 1000Gbps."},
  };
  for (const Row& row : rows) {
    const auto parsed = parse_rate(row.text);
    CHECK_FALSE(parsed.value);
    CHECK(parsed.error == row.error);
  }
}

TEST_CASE("a number of 400 digits is too large, one of 400 zeros after the point is nothing") {
  CHECK(parse_rate(std::string(400, '9') + "bps").error.find("too large") != std::string::npos);
  CHECK(parse_duration(std::string(400, '9') + "s").error.find("too large") != std::string::npos);
  CHECK((*parse_rate("0." + std::string(400, '0') + "1bps")).bps() == 0);
}

TEST_CASE("durations are read with their unit") {
  CHECK(*parse_duration("50ms") == 50ms);
  CHECK(*parse_duration("90s") == 90s);
  CHECK(*parse_duration("0.5 s") == 500ms);
  CHECK(*parse_duration("250us") == 250us);
  CHECK(*parse_duration("1.5min") == 90s);
  CHECK(*parse_duration("2h") == 2h);
  CHECK(*parse_duration("0s") == 0s);
  CHECK(*parse_duration("0.1us") == 100ns);
  CHECK(parse_duration("50").error == "'50' has no unit: write a time as 50ms, 90s or 1h30min.");
  CHECK(parse_duration("-5ms").error == "'-5ms' is negative: write a time as 50ms, 90s or 1h30min.");
  CHECK(parse_duration("8761h").error == "'8761h' is too large: the most is 8760h.");
  CHECK_FALSE(parse_duration("5 m").value);
}

TEST_CASE("durations may have hours, minutes and seconds") {
  CHECK(*parse_duration("1h30m") == 90min);
  CHECK(*parse_duration("1h30min") == 90min);
  CHECK(*parse_duration("1h 30min") == 90min);
  CHECK(*parse_duration("2min5s") == 125s);
  CHECK(*parse_duration("1m30s") == 90s);
  CHECK(*parse_duration("1h0.5s") == 3600s + 500ms);
  for (const char* text : {"30m1h", "1h1h", "1h30", "1h30ms", "1hour", "h30m", "1h-5min", "1h  5s", "8760h1s", "5m"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_duration(text).value);
  }
}

TEST_CASE("sizes are read with their unit and are whole bytes") {
  CHECK(*parse_size("1500B") == bytes(1500));
  CHECK(*parse_size("1.5kB") == bytes(1500));
  CHECK(*parse_size("1.001kB") == bytes(1001));
  CHECK(*parse_size("64KiB") == bytes(65536));
  CHECK(*parse_size("3MB") == bytes(3'000'000));
  CHECK(*parse_size("1MiB") == bytes(1 << 20));
  CHECK(parse_size("1500").error == "'1500' has no unit: write a size as 1500B or 64kB.");
  CHECK(parse_size("0.3B").error == "'0.3B' is not a whole number of bytes: write a size as 1500B or 64kB.");
  CHECK_FALSE(parse_size("99999GB").value);
}

TEST_CASE("shares are read in per cent") {
  CHECK(*parse_ratio("1%") == 0.01);
  CHECK(*parse_ratio("0%") == 0);
  CHECK(*parse_ratio("12.5 %") == 0.125);
  CHECK(parse_ratio("0.01").error == "'0.01' has no unit: write a share as 1% or 0.5%.");
  CHECK_FALSE(parse_ratio("-1%").value);
}

TEST_CASE("plain numbers are finite and nothing else") {
  CHECK(*parse_number("0.5") == 0.5);
  CHECK(*parse_number("-2e3") == -2000);
  for (const char* text : {"", "inf", "nan", "-inf", "1e999", "1,5", "0.5x", " 1", "0x10", "5ms"}) {
    INFO(text);
    CHECK_FALSE(parse_number(text).value);
    CHECK_FALSE(parse_number(text).error.empty());
  }
}

TEST_CASE("quantities are written short") {
  CHECK(format_rate(megabits_per_second(2.5)) == "2.5Mbps");
  CHECK(format_rate(kilobits_per_second(300)) == "300kbps");
  CHECK(format_rate(bits_per_second(0)) == "0bps");
  CHECK(format_rate(bits_per_second(0.25)) == "0.25bps");
  CHECK(format_rate(bits_per_second(1e11)) == "100Gbps");
  CHECK(format_rate(bits_per_second(-20e3)) == "-20kbps");
  CHECK(format_rate(DataRate::unlimited()) == "unlimited");
  CHECK(format_rate(bits_per_second(1'234'567), 3) == "1.23Mbps");
  CHECK(format_rate(bits_per_second(999'999), 3) == "1Mbps");
  CHECK(format_rate(bits_per_second(1'234'567), 1) == "1Mbps");
  CHECK(format_duration(50ms) == "50ms");
  CHECK(format_duration(90s) == "90s");
  CHECK(format_duration(0s) == "0s");
  CHECK(format_duration(1500us) == "1.5ms");
  CHECK(format_duration(20ns) == "0.02us");
  CHECK(format_duration(-50ms) == "-50ms");
  CHECK(format_duration(1h) == "3600s");
  CHECK(format_size(bytes(1500)) == "1.5kB");
  CHECK(format_size(bytes(0)) == "0B");
  CHECK(format_size(bytes(12)) == "12B");
  CHECK(format_ratio(0.01) == "1%");
  CHECK(format_ratio(0) == "0%");
  CHECK(format_ratio(0.0005) == "0.05%");
  CHECK(format_number(0.5) == "0.5");
  CHECK(format_number(1.0 / 3, 3) == "0.333");
}

TEST_CASE("what is written is read back as the same value") {
  for (const double bps : {1.0, 333.333333333, 1e6 / 3, 2.3e6, 999'999.999, 1e-3, 987'654'321.123, 1e12, 5e-324})
    CHECK((*parse_rate(format_rate(bits_per_second(bps)))).bps() == bps);
  for (const Duration d :
       {Duration(1), Duration(999), Duration(1001), Duration(123'456'789), Duration(90s), Duration(24h)})
    CHECK(*parse_duration(format_duration(d)) == d);
  for (const std::int64_t n : {1L, 999L, 1001L, 65'536L, 1'048'576L, 123'456'789'012L})
    CHECK(*parse_size(format_size(bytes(n))) == bytes(n));
  for (const double share : {0.01, 1.0 / 3, 0.5, 1.0, 1e-9}) CHECK(*parse_ratio(format_ratio(share)) == share);
}
