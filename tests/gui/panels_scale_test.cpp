#include <catch2/catch.hpp>

#include "core/base/quantity.h"

#include "gui/panels/link_quantities.h"
#include "gui/panels/quantity_info.h"
#include "gui/panels/slider_scale.h"

using namespace evenkeel;

TEST_CASE("a scale over decades is logarithmic, with round stops that reach both ends") {
  const SliderScale scale(ParameterKind::duration, 0.001, 10, 0.1);
  CHECK(scale.value(0) == 0.001);
  CHECK(scale.value(scale.last()) == 10);
  CHECK(scale.value(scale.position(0.1) + 1) == 0.102);
  CHECK(scale.position(0.1) > scale.last() * 45 / 100);
  CHECK(scale.position(0.1) < scale.last() * 55 / 100);
  for (int i = 1; i <= scale.last(); ++i) REQUIRE(scale.value(i) > scale.value(i - 1));
}

TEST_CASE("a narrow scale is linear") {
  const SliderScale scale(ParameterKind::number, 0.01, 1.99, 1);
  CHECK(scale.value(scale.position(1)) == 1);
  CHECK(scale.value(scale.position(1) + 1) == 1.01);
  CHECK(scale.position(1) == scale.last() / 2);
}

TEST_CASE("integers and sizes stop at whole numbers, each once") {
  const SliderScale packets(ParameterKind::integer, 1, 1000, 30);
  CHECK(packets.value(0) == 1);
  CHECK(packets.value(1) == 2);
  const SliderScale few(ParameterKind::integer, 0, 5, 2);
  CHECK(few.last() == 5);
  for (int i = 0; i <= few.last(); ++i) CHECK(few.value(i) == i);
}

TEST_CASE("zero is a stop before the decades") {
  const SliderScale scale(ParameterKind::size, 0, 1e6, 3000);
  CHECK(scale.value(0) == 0);
  CHECK(scale.value(1) == 100);
  CHECK(scale.value(scale.position(3000)) == 3000);
}

TEST_CASE("a value outside the scale is at its end, one between stops at the nearest") {
  const SliderScale scale(ParameterKind::number, 0, 10, 5);
  CHECK(scale.position(-1) == 0);
  CHECK(scale.position(11) == scale.last());
  CHECK(scale.value(scale.position(5.012)) == 5);
  CHECK(scale.value(99999) == 10);
  CHECK(SliderScale(ParameterKind::number, 1, 1, 1).last() == 0);
}

TEST_CASE("a bare number gets the unit that is shown") {
  QuantityInfo info{"T", "T", "", ParameterKind::duration, "", false, 0, 10, 0.1};
  CHECK(completed(info, " 80 ", 0.1) == "80ms");
  CHECK(completed(info, "2", 1.5) == "2s");
  CHECK(completed(info, "80", 0) == "80ms");
  CHECK(completed(info, "80us", 0.1) == "80us");
  CHECK(completed(info, "", 0.1) == "");
  info.kind = ParameterKind::number;
  CHECK(completed(info, "0.5", 0.1) == "0.5");
  info.percent = true;
  CHECK(completed(info, "5", 0.01) == "5%");
  CHECK(shown_text(info, 0.05) == "5 %");
}

TEST_CASE("quantities are spelled in one way, and what is none stays") {
  CHECK(for_people("2.5Mbps") == "2.5 Mbit/s");
  CHECK(for_people("300kbps") == "300 kbit/s");
  CHECK(for_people("-60kbps") == "-60 kbit/s");
  CHECK(for_people("79.2kbps per s") == "79.2 kbit/s per s");
  CHECK(for_people("80ms") == "80 ms");
  CHECK(for_people("118.9 ms") == "118.9 ms");
  CHECK(for_people("1%") == "1 %");
  CHECK(for_people("0.4") == "0.4");
  CHECK(for_people("unlimited") == "unlimited");
  CHECK(parse_rate(for_people("2.5Mbps").toStdString()));
  CHECK(parse_duration(for_people("80ms").toStdString()));
}

TEST_CASE("symbols are set as the papers print them") {
  CHECK(symbol_markup("T_s,min") == "T<sub>s,min</sub>");
  CHECK(symbol_markup("alpha") == "α");
  CHECK(symbol_markup("a<b") == "a&lt;b");
}

TEST_CASE("a schedule is checked before it is sent") {
  CHECK(check_schedule("0s:2.5Mbps,10s:1Mbps") == "");
  CHECK(check_schedule("").contains("is not TIME:RATE"));
  CHECK(check_schedule("0s:2.5Mbps,1Mbps").contains("'1Mbps' is not TIME:RATE"));
  CHECK(check_schedule("0:2.5Mbps").contains("has no unit"));
  CHECK(check_schedule("0s:2.5").contains("has no unit"));
  CHECK(check_schedule("10s:1Mbps,5s:2Mbps").contains("not later"));
}
