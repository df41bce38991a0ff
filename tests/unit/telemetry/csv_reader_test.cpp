#include "core/telemetry/csv_reader.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <clocale>
#include <cmath>
#include <ctime>
#include <limits>
#include <random>
#include <sstream>

#include "core/telemetry/csv.h"
#include "core/telemetry/csv_records.h"
#include "core/telemetry/packet_record.h"

using namespace evenkeel;

namespace {

CsvRows<Sample> read(const std::string& text) {
  std::istringstream file(text);
  return read_telemetry_csv(file);
}

CsvRows<RunEvent> read_events(const std::string& text) {
  std::istringstream file(text);
  return read_events_csv(file);
}

/// Rows with values of all sizes, some absent.
std::string random_table(std::mt19937& random, int rows) {
  std::string text = csv_header();
  std::uniform_real_distribution<double> mantissa(-1, 1);
  for (int i = 1; i <= rows; ++i) {
    Sample sample;
    sample.time = i * 100ms;
    sample.flow = i % 2 == 0 ? "up" : "down";
    if (random() % 2 == 0) sample.one_way_delay_kind = random() % 2 == 0 ? DelayKind::true_ : DelayKind::estimated;
    if (random() % 2 == 0) sample.controller_mode = static_cast<ControllerMode>(random() % 4);
    for (const Column& column : columns()) {
      if (column.member == nullptr || random() % 4 == 0) continue;
      sample.*column.member = mantissa(random) * std::pow(10.0, static_cast<int>(random() % 25) - 8);
    }
    text += csv_row(sample);
  }
  return text;
}

}  // namespace

TEST_CASE("packets.csv is read back, in the order of sending") {
  PacketRecord arrived{"up", 70000, bytes(1228), 1234567us, 1300ms, 65433us};
  PacketRecord lost{"up", 70001, bytes(600), 1200ms, std::nullopt, std::nullopt};
  std::istringstream file(packet_csv_header() + packet_csv_row(arrived) + packet_csv_row(lost));
  const auto table = read_packets_csv(file);
  CHECK(table.error.empty());
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[0].sequence == 70001);
  CHECK(table.rows[0].size == bytes(600));
  CHECK_FALSE(table.rows[0].arrival_time);
  CHECK_FALSE(table.rows[0].one_way_delay);
  CHECK(table.rows[1].flow == FlowName("up"));
  CHECK(table.rows[1].send_time == 1234567us);
  CHECK(table.rows[1].arrival_time == 1300ms);
  CHECK(table.rows[1].one_way_delay == 65433us);
}

TEST_CASE("packets that all left at one time are read as fast as others") {
  const auto cpu_time = [](Duration between) {
    std::string text = packet_csv_header();
    for (int i = 0; i < 40'000; ++i)
      text += packet_csv_row({"up", i, bytes(1200), 1s + i * between, std::nullopt, std::nullopt});
    std::istringstream file(text);
    const std::clock_t before = std::clock();
    CHECK(read_packets_csv(file).rows.size() == 40'000);
    return std::clock() - before;
  };
  CHECK(cpu_time(0ms) < 5 * cpu_time(1ms));
}

TEST_CASE("packets that cannot be used end reading in a sentence, and those before are there") {
  const std::string good = "up,1,1000,1,,\n";
  const std::string bad = GENERATE(as<std::string>(), "up,x,1000,1,,\n", "up,1,,1,,\n", "up,1,1000,,,\n",
                                   "up,1,1000,1e300,,\n", "up,1,1000,1,x,\n", "up,1,1000\n");
  std::istringstream file(packet_csv_header() + good + bad + good);
  const auto table = read_packets_csv(file);
  INFO(bad);
  CHECK_THAT(table.error, Catch::StartsWith("Line 3 ") && Catch::EndsWith("."));
  CHECK(table.rows.size() == 1);
}

TEST_CASE("telemetry.csv is read back to the printed digit, whatever the locale") {
  std::setlocale(LC_ALL, "de_DE.UTF-8");
  std::mt19937 random(1);
  const std::string text = random_table(random, 500);
  const auto result = read(text);
  std::setlocale(LC_ALL, "C");
  CHECK(result.error.empty());
  CHECK_FALSE(result.cut);
  std::string again = csv_header();
  for (const Sample& sample : result.rows) again += csv_row(sample);
  CHECK(again == text);
}

TEST_CASE("times come back as they were") {
  for (const Duration time : std::initializer_list<Duration>{0ms, 100ms, 1h, 1234567ms, 720h + 1ms}) {
    Sample sample;
    sample.time = time;
    CHECK(read(csv_header() + csv_row(sample)).rows.at(0).time == time);
  }
}

TEST_CASE("recordings without the columns of the controller's state, or with a mode of the future, can be read") {
  const auto old = read("time [s],flow,lawTerm3\n0.1,up,2\n");
  REQUIRE(old.error.empty());
  REQUIRE(old.rows.size() == 1);
  CHECK_FALSE(old.rows[0].controller_mode);
  CHECK_FALSE(old.rows[0].capacity_estimate_bps);
  const auto modes = read("time,flow,controllerMode\n0.1,up,competition\n0.2,up,\n0.3,up,levitation\n");
  REQUIRE(modes.error.empty());
  REQUIRE(modes.rows.size() == 3);
  CHECK(modes.rows[0].controller_mode == ControllerMode::competition);
  CHECK_FALSE(modes.rows[1].controller_mode);
  CHECK_FALSE(modes.rows[2].controller_mode);
}

TEST_CASE("columns are found by their names: others are passed over, absent ones stay empty") {
  const auto result = read(
      "later [x],sendBitrate [bit/s],flow,time [s],oneWayDelayKind\n"
      "7,1500000,up,0.1,true\n"
      "abc, 2 ,down,0.2,guessed\n");
  CHECK(result.error.empty());
  REQUIRE(result.rows.size() == 2);
  CHECK(result.rows[0].time == 100ms);
  CHECK(result.rows[0].flow == FlowName("up"));
  CHECK(result.rows[0].send_bitrate_bps == 1.5e6);
  CHECK(result.rows[0].one_way_delay_kind == DelayKind::true_);
  CHECK_FALSE(result.rows[0].target_bitrate_bps);
  CHECK(result.rows[1].send_bitrate_bps == 2.0);
  CHECK_FALSE(result.rows[1].one_way_delay_kind);
}

TEST_CASE("files of other programs: CRLF, quotes, a byte order mark, empty lines, names without units") {
  const auto result = read(
      "\xEF\xBB\xBF\"time\",\"flow\",\"sendBitrate\"\r\n"
      "\r\n"
      "\"0.1\",\"u\"\"p\",\"5\"\r\n"
      "0.2,up,\"\"\r\n"
      "\n");
  CHECK(result.error.empty());
  CHECK_FALSE(result.cut);
  REQUIRE(result.rows.size() == 2);
  CHECK(result.rows[0].flow == FlowName("u_p"));
  CHECK(result.rows[0].send_bitrate_bps == 5.0);
  CHECK_FALSE(result.rows[1].send_bitrate_bps);
}

TEST_CASE("numbers that are not finite are absent") {
  for (const char* number : {"nan", "NaN", "inf", "-inf", "infinity", "1e999", "-1e999", "", "  "}) {
    const auto result = read(std::string("time,flow,sendBitrate\n1,up,") + number + "\n");
    CHECK(result.error.empty());
    REQUIRE(result.rows.size() == 1);
    CHECK_FALSE(result.rows[0].send_bitrate_bps);
  }
}

TEST_CASE("what is wrong is said with the line, and the rows before it are there") {
  const std::string start = "time [s],flow,sendBitrate [bit/s]\n1,up,5\n\n2,up,6\n";
  const auto error_of = [&](const std::string& line) {
    const auto result = read(start + line + "\n3,up,7\n");
    CHECK(result.rows.size() == 2);
    CHECK_FALSE(result.cut);
    return result.error;
  };
  CHECK(error_of("3,up,abc") == "Line 5 cannot be used: sendBitrate is 'abc', which is not a number.");
  CHECK(error_of("3,up,1.5x") == "Line 5 cannot be used: sendBitrate is '1.5x', which is not a number.");
  CHECK(error_of("3,up,\"1,5\"") == "Line 5 cannot be used: sendBitrate is '1,5', which is not a number.");
  CHECK(error_of("3,up,+5") == "Line 5 cannot be used: sendBitrate is '+5', which is not a number.");
  CHECK(error_of("3,up") == "Line 5 cannot be used: it has 2 fields where the header has 3.");
  CHECK(error_of("3,up,5,6") == "Line 5 cannot be used: it has 4 fields where the header has 3.");
  CHECK(error_of(",up,5") == "Line 5 cannot be used: time is '', which is no time of a run.");
  CHECK(error_of("inf,up,5") == "Line 5 cannot be used: time is 'inf', which is no time of a run.");
  CHECK(error_of("1e300,up,5") == "Line 5 cannot be used: time is '1e300', which is no time of a run.");
  CHECK(error_of("noon,up,5") == "Line 5 cannot be used: time is 'noon', which is not a number.");
  CHECK(error_of("3,up,\x01\xFF") == "Line 5 cannot be used: sendBitrate is '\?\?', which is not a number.");
  CHECK(error_of(std::string(70'000, '1')) == "Line 5 cannot be used: it is longer than 65536 characters.");
  CHECK(error_of(std::string(10'000'000, ',')) == "Line 5 cannot be used: it is longer than 65536 characters.");
  CHECK(error_of("3,up," + std::string(1000, 'x')).size() < 120);
}

TEST_CASE("a header that cannot be used") {
  CHECK(read("").error == "Line 1 cannot be used: there is no header.");
  CHECK_FALSE(read("").cut);
  CHECK(read("time [s],fl").cut);
  CHECK(read("time [s],fl").error == "Line 1 cannot be used: there is no header.");
  CHECK(read("flow,sendBitrate\n").error == "Line 1 cannot be used: the header has no column 'time'.");
  CHECK(read("time [s]\n").error == "Line 1 cannot be used: the header has no column 'flow'.");
  CHECK(read("time [ms],flow\n").error == "Line 1 cannot be used: time has the unit 'ms' instead of 's'.");
  CHECK(read(csv_header()).error.empty());
  CHECK(read_events("time,kind,flow\n").error == "Line 1 cannot be used: the header has no column 'text'.");
}

TEST_CASE("of two columns of one name the first counts") {
  CHECK(read("time,flow,sendBitrate,sendBitrate\n1,up,5,6\n").rows.at(0).send_bitrate_bps == 5.0);
  CHECK(read_events("time,kind,text,text\n1,note,a,b\n").rows.at(0).text == "a");
}

TEST_CASE("a file that was cut anywhere has the rows before") {
  std::mt19937 random(2);
  const std::string whole = random_table(random, 6);
  const auto all = read(whole);
  REQUIRE(all.rows.size() == 6);
  for (std::size_t length = csv_header().size(); length <= whole.size(); ++length) {
    const std::string text = whole.substr(0, length);
    const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) - 1;
    const auto result = read(text);
    REQUIRE(result.error.empty());
    REQUIRE(result.cut == (text.back() != '\n'));
    REQUIRE(result.rows.size() == lines);
    if (lines > 0) REQUIRE(csv_row(result.rows.back()) == csv_row(all.rows[lines - 1]));
  }
}

TEST_CASE("times that fall or are negative are put in order, equal ones stay as they were") {
  const auto result = read("time,flow\n3,a\n-1,b\n2,c\n2,d\n1,e\n");
  CHECK(result.error.empty());
  std::string order;
  for (const Sample& row : result.rows) order += row.flow.view();
  CHECK(order == "becda");
  CHECK(result.rows[0].time == -1s);
  CHECK(read_events("time,kind,text\n2,note,b\n1,note,a\n").rows.at(0).text == "a");
}

TEST_CASE("events of newer versions become notes") {
  const auto result = read_events("more,text,kind,time [s]\n1,\"a\nb\",eclipse,5\n2,c,link,6\n3,d,link,x\n");
  REQUIRE(result.rows.size() == 2);
  CHECK(result.rows[0].kind == RunEvent::Kind::note);
  CHECK(result.rows[0].text == "a\nb");
  CHECK(result.rows[0].flow == FlowName());
  CHECK(result.rows[1].kind == RunEvent::Kind::link);
  CHECK(result.error == "Line 5 cannot be used: time is 'x', which is not a number.");  // lines, not records
}

TEST_CASE("a quote that does not end takes no more than a record's length with it") {
  const std::string start = "time,flow\n1,up\n2,\"up\n";
  CHECK(read(start + "3,up\n").cut);
  std::string filled = start;
  while (filled.size() < 200'000) filled += "3,up\n";
  const auto result = read(filled);
  CHECK(result.rows.size() == 1);
  CHECK(result.error == "Line 3 cannot be used: it is longer than 65536 characters.");
}

TEST_CASE("a line without end is given up early") {
  struct Endless : std::streambuf {
    int_type underflow() override {
      block.fill('1');
      setg(block.data(), block.data(), block.data() + block.size());
      ++blocks;
      return blocks > 1000 ? traits_type::eof() : '1';
    }
    std::array<char, 4096> block{};
    int blocks = 0;
  } endless;
  std::istream file(&endless);
  CHECK(read_telemetry_csv(file).error == "Line 1 cannot be used: it is longer than 65536 characters.");
  CHECK(endless.blocks < 50);
}

TEST_CASE("a stream that fails is no end of the file") {
  std::istringstream file(csv_header() + "1");
  file.setstate(std::ios::badbit);
  CHECK(read_telemetry_csv(file).error == "Line 1 cannot be used: reading failed.");
}

TEST_CASE("no damage makes the reader fail: random mutations") {
  std::mt19937 random(GENERATE(range(1u, 9u)));
  const std::string telemetry = random_table(random, 20);
  std::string events = event_csv_header();
  for (int i = 0; i < 20; ++i) events += event_csv_row({i * 1s, RunEvent::Kind::link, "up", "a,\"b\"\nc"});
  using namespace std::string_literals;
  const std::string alphabet = ",\"\n\r.-+eE0159naif[] \t\0\x01\x80\xFF"s;
  const auto at = [&](const std::string& text) { return random() % (text.size() + 1); };
  for (int round = 0; round < 400; ++round) {
    std::string text = round % 2 == 0 ? telemetry : events;
    for (auto changes = random() % 20; changes-- > 0;) {
      switch (random() % 4) {
        case 0:
          text.insert(at(text), 1, alphabet[random() % alphabet.size()]);
          break;
        case 1:
          text.erase(at(text), random() % 50);
          break;
        case 2:
          text.insert(at(text), text.substr(at(text), random() % 200));
          break;
        default:
          if (!text.empty()) text[random() % text.size()] = static_cast<char>(random());
      }
    }
    const auto samples = read(text);
    const auto run_events = read_events(text);
    REQUIRE(samples.rows.size() <= text.size());
    REQUIRE(run_events.rows.size() <= text.size());
    for (const Sample& sample : samples.rows) {
      REQUIRE(std::abs(to_seconds(sample.time)) <= 1e9);
      for (const Column& column : columns())
        if (column.member != nullptr && sample.*column.member) REQUIRE(std::isfinite(*(sample.*column.member)));
    }
    for (const std::string& error : {samples.error, run_events.error}) REQUIRE(error.size() < 200);
  }
}

TEST_CASE("a file of very many flows is read up to as many as a run may have") {
  std::string text = "time,flow\n";
  for (std::size_t i = 0; i < most_csv_flows + 10; ++i) text += std::to_string(i) + ",f" + std::to_string(i) + "\n";
  const auto samples = read(text);
  CHECK(samples.rows.size() == most_csv_flows);
  CHECK(samples.error == "Line 258 cannot be used: there are more than 256 flows.");
}

TEST_CASE("the text of an event is cut off where nobody would read it any more") {
  const auto events = read_events("time,kind,text\n1,note," + std::string(60'000, 'x') + "\n");
  REQUIRE(events.rows.size() == 1);
  CHECK(events.rows[0].text.size() == longest_event_text);
}

TEST_CASE("records come out the same wherever the blocks of the file end") {
  std::string text;
  for (int i = 0; i < 20'000; ++i)
    text += std::to_string(i) + ",\"x" + std::string(static_cast<std::size_t>(i % 17), 'y') + "\n\"\"\"\n";
  std::istringstream file(text);
  CsvRecords records(file);
  std::vector<std::string_view> fields;
  for (int i = 0; i < 20'000; ++i) {
    REQUIRE(records.next(fields) == CsvRecords::Next::record);
    REQUIRE(records.line() == 2 * static_cast<std::size_t>(i) + 1);
    REQUIRE(fields.size() == 2);
    REQUIRE(fields[0] == std::to_string(i));
    REQUIRE(fields[1] == "x" + std::string(static_cast<std::size_t>(i % 17), 'y') + "\n\"");
  }
  CHECK(records.next(fields) == CsvRecords::Next::end);
}
