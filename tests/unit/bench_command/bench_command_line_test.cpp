#include <catch2/catch.hpp>

#include "app/bench/command/bench_command_line.h"

using namespace evenkeel;
using bench::parse_bench_command_line;

namespace {

using Arguments = std::vector<std::string>;

Arguments bench_with(const Arguments& more) {
  Arguments all{"send-loop"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

bench::BenchOptions options_of(const Arguments& more) {
  const auto parsed = parse_bench_command_line(bench_with(more));
  INFO(parsed.text);
  REQUIRE(parsed.value);
  CHECK(parsed.value->command == bench::BenchCommand::send_loop);
  return parsed.value->options;
}

}  // namespace

TEST_CASE("bench send-loop has the papers' experiment as its default") {
  const auto options = options_of({});
  CHECK(options.duration == 60s);
  CHECK(options.packet == bytes(1500));
  CHECK(options.busy_processes == 5);
  CHECK(options.busy_from == 20s);
  CHECK(options.busy_to == 40s);
  CHECK_FALSE(options.brief);
}

TEST_CASE("bench send-loop takes what the papers varied") {
  const auto options = options_of({"--loops",
                                   "rmc,iperf3",
                                   "--rates",
                                   "1Mbps,5Gbps",
                                   "--duration=10s",
                                   "--packet-size",
                                   "1200B",
                                   "--busy",
                                   "3",
                                   "--busy-time",
                                   "2s-8s",
                                   "--k-r",
                                   "0.2,1,1.8",
                                   "--rate-steps",
                                   "0s:500Mbps,10s:50Mbps",
                                   "--set",
                                   "rmc.T_s_min=2ms",
                                   "--set",
                                   "rfc3448.t_g=10ms",
                                   "--spin",
                                   "50us",
                                   "--studies",
                                   "rates,steps",
                                   "--to",
                                   "192.0.2.7:5204",
                                   "--realtime",
                                   "--check",
                                   "--out",
                                   "somewhere"});
  CHECK(options.loops == std::vector<std::string>{"rmc", "iperf3"});
  CHECK(options.rates == std::vector<DataRate>{megabits_per_second(1), megabits_per_second(5000)});
  CHECK(options.gains == std::vector<double>{0.2, 1, 1.8});
  REQUIRE(options.steps.size() == 2);
  CHECK(options.steps[1].at == 10s);
  CHECK(options.steps[1].rate == megabits_per_second(50));
  CHECK(options.busy_from == 2s);
  CHECK(options.settings.size() == 2);
  CHECK(options.studies == std::vector<std::string>{"rates", "steps"});
  CHECK(options.check);
  CHECK(options.realtime);
  CHECK(options.spin == Duration(50us));
}

TEST_CASE("bench send-loop loads the middle third by default") {
  const auto options = options_of({"--duration", "9s"});
  CHECK(options.busy_from == 3s);
  CHECK(options.busy_to == 6s);
  CHECK(options_of({"--short"}).brief);
}

TEST_CASE("bench receive") {
  const auto parsed = parse_bench_command_line({"receive", "--bind", "192.0.2.7:7000"});
  REQUIRE(parsed.value);
  CHECK(parsed.value->command == bench::BenchCommand::receive);
  CHECK(parsed.value->bind == "192.0.2.7:7000");
}

TEST_CASE("bench refuses what cannot be meant, in one sentence") {
  struct Row {
    Arguments arguments;
    const char* says;
  };
  const auto row =
      GENERATE(Row{{"--loops", "rmc,rcm"}, "no send loop 'rcm'"}, Row{{"--rates", "500"}, "500"},
               Row{{"--rates", "1Mbps,"}, "--rates"}, Row{{"--rates", "1bps"}, "between"},
               Row{{"--duration", "10ms"}, "less than 1s"}, Row{{"--k-r", "2"}, "between 0.01 and 1.99"},
               Row{{"--spin", "1s"}, "10ms"}, Row{{"--short", "--duration", "9s"}, "--short"},
               Row{{"--duration", "5s", "--busy-time", "2s-8s"}, "end after"}, Row{{"--packet-size", "9000B"}, "1500B"},
               Row{{"--k-r", "fast"}, "fast"}, Row{{"--rate-steps", "5s:1Mbps"}, "at 0s"},
               Row{{"--rate-steps", "0s:1Mbps"}, "after the one at 0s"},
               Row{{"--rate-steps", "0s:2Mbps,0s:1Mbps"}, "must grow"}, Row{{"--rate-steps", "0s=1Mbps"}, "form"},
               Row{{"--busy", "1000"}, "0 to 64"}, Row{{"--busy", "1.5"}, "whole number"},
               Row{{"--busy-time", "9s"}, "form"}, Row{{"--busy-time", "9s-2s"}, "ends before"},
               Row{{"--packet-size", "1B"}, "60B"}, Row{{"--set", "rmc.k_r=7"}, "k_r"},
               Row{{"--set", "rmc.k_r=1", "--set", "rmc.k_r=0.5"}, "'rmc.k_r' is given more than once"},
               Row{{"--set", "rmc.q=1"}, "q"}, Row{{"--set", "mcr.k_r=1"}, "no send loop"},
               Row{{"--set", "k_r"}, "form"}, Row{{"--studies", "all"}, "no study 'all'"},
               Row{{"--cpu", "1023"}, "processors"}, Row{{"--to", "bad host:99999"}, "--to"},
               Row{{"--out", ""}, "folder"}, Row{{"--rate", "1Mbps"}, "--rates"}, Row{{"--duration"}, "value"});
  const auto parsed = parse_bench_command_line(bench_with(row.arguments));
  CAPTURE(row.arguments);
  CHECK_FALSE(parsed.value);
  CHECK(parsed.exit_status == 2);
  CHECK_THAT(parsed.text, Catch::Contains(row.says));
  CHECK(parsed.text.find('\n') == std::string::npos);
}

TEST_CASE("bench without a command, and its help") {
  CHECK(parse_bench_command_line({"bench"}).exit_status == 2);
  for (const Arguments& a : {Arguments{"--help"}, {"send-loop", "--help"}, {"receive", "--help"}}) {
    const auto help = parse_bench_command_line(a);
    CHECK(help.exit_status == 0);
    CHECK_THAT(help.text, Catch::Contains("bench"));
  }
  CHECK_THAT(parse_bench_command_line({"send-loop", "--help"}).text, Catch::Contains("evenkeel bench send-loop"));
}

TEST_CASE("bench names a command that it lacks, and the nearest") {
  const std::string see = "See 'evenkeel bench --help'.";
  CHECK(parse_bench_command_line({"recovry"}).text == "There is no command 'recovry'. Did you mean 'recovery'? " + see);
  CHECK(parse_bench_command_line({"xyzzyxyzzy"}).text == "There is no command 'xyzzyxyzzy'. " + see);
  CHECK(parse_bench_command_line({"--recovery"}).text == "'--recovery' means nothing here. " + see);
  CHECK(parse_bench_command_line({}).text == "A subcommand is required. " + see);
}

TEST_CASE("an option of the bench that is given twice is said to be") {
  const auto twice = parse_bench_command_line({"recovery", "--duration", "9s", "--duration=10s"});
  CHECK(twice.exit_status == 2);
  CHECK_THAT(twice.text, Catch::StartsWith("'--duration' is given more than once"));
  CHECK_THAT(parse_bench_command_line({"send-loop", "--set", "rmc.k_r=1", "--set"}).text,
             Catch::StartsWith("'--set' needs one value"));
}

TEST_CASE("bench recovery takes the length of its calls and a folder, and nothing else") {
  const auto plain = parse_bench_command_line({"recovery"});
  REQUIRE(plain.value);
  CHECK(plain.value->command == bench::BenchCommand::recovery);
  CHECK(plain.value->options.duration == 60s);
  const auto chosen = parse_bench_command_line({"recovery", "--duration", "10s", "--out", "x"});
  REQUIRE(chosen.value);
  CHECK(chosen.value->options.duration == 10s);
  CHECK(chosen.value->options.out == "x");
  CHECK_FALSE(chosen.value->options.overwrite);
  CHECK(parse_bench_command_line({"recovery", "--out", "x", "--overwrite"}).value->options.overwrite);
  CHECK(parse_bench_command_line({"recovery", "--duration", "10"}).exit_status == 2);
  for (const char* length : {"0s", "999ms", "2h"}) {
    const auto refused = parse_bench_command_line({"recovery", "--duration", length});
    CHECK(refused.exit_status == 2);
    CHECK_THAT(refused.text, Catch::Contains("and 1h"));
  }
  CHECK(parse_bench_command_line({"recovery", "--loops", "rmc"}).exit_status == 2);
}
