#include <catch2/catch.hpp>

#include "app/lab/sim/command/sim_command_line.h"
#include "tests/unit/app/temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::sim;
using evenkeel::test::is_one_sentence;

TEST_CASE("the options of run") {
  const auto parsed = parse_sim_command_line(
      {"run", "--set",        "ldcc.w=20kbps", "L-Fig5",       "--set", "rmc.k_r=1",  "A",   "--out",
       "x",   "--controller", "arc",           "--seed",       "5",     "--duration", "90s", "--jobs",
       "3",   "--quick",      "--resume",      "--link-trace", "lte.up"});
  INFO(parsed.text);
  REQUIRE(parsed.value);
  const SimCommandLine& line = *parsed.value;
  CHECK(line.command == SimCommand::run);
  CHECK(line.ids == std::vector<std::string>{"L-Fig5", "A"});
  REQUIRE(line.choices.settings.size() == 2);
  CHECK(line.choices.settings[0].first == "ldcc.w");
  CHECK(line.choices.settings[0].second == "20kbps");
  CHECK(line.choices.controller == "arc");
  CHECK(line.choices.seed == 5);
  CHECK(line.choices.duration == 90s);
  CHECK(line.choices.quick);
  CHECK(line.choices.link_trace == "lte.up");
  CHECK(line.out == "x");
  CHECK(line.jobs == 3);
  CHECK(line.resume);
}

TEST_CASE("defaults are as planned") {
  const auto parsed = parse_sim_command_line({"run", "all"});
  REQUIRE(parsed.value);
  CHECK(parsed.value->choices.controller.empty());
  CHECK(parsed.value->choices.seed == 1);
  CHECK(parsed.value->choices.duration == 0s);
  CHECK_FALSE(parsed.value->choices.quick);
  CHECK(parsed.value->out == "runs");
  CHECK(parsed.value->jobs == 0);
}

TEST_CASE("list and check") {
  CHECK(parse_sim_command_line({"list"}).value->command == SimCommand::list);
  CHECK(parse_sim_command_line({"list", "--json"}).value->json);
  const auto check = parse_sim_command_line({"check", "a", "b", "--as-known"});
  REQUIRE(check.value);
  CHECK(check.value->command == SimCommand::check);
  CHECK(check.value->folders == std::vector<std::string>{"a", "b"});
  CHECK(check.value->as_known);
}

TEST_CASE("help and version are no mistakes") {
  const std::vector<std::string> arguments =
      GENERATE(std::vector<std::string>{"--help"}, std::vector<std::string>{"--version"},
               std::vector<std::string>{"run", "--help"}, std::vector<std::string>{"list", "--help"},
               std::vector<std::string>{"check", "--help"});
  const auto parsed = parse_sim_command_line(arguments);
  CHECK_FALSE(parsed.value);
  CHECK(parsed.exit_status == 0);
  CHECK(parsed.text.ends_with('\n'));
}

TEST_CASE("wrong usage ends in one sentence") {
  using Words = std::vector<std::string>;
  const auto [words, what] = GENERATE(table<Words, std::string>({
      {Words{}, "--help"},
      {Words{"frobnicate"}, "--help"},
      {Words{"run"}, "ID"},
      {Words{"check"}, "DIR"},
      {Words{"run", "all", "--nonsense"}, "no option '--nonsense'"},
      {Words{"list", "x"}, "'x' means nothing here"},
      {Words{"run", "all", "--duration", "90"}, "has no unit"},
      {Words{"run", "all", "--duration", "0s"}, "above 0s"},
      {Words{"run", "all", "--duration", "25h"}, "24h"},
      {Words{"run", "all", "--duration"}, "--duration"},
      {Words{"run", "all", "--seed", "-1"}, "whole number"},
      {Words{"run", "all", "--seed", "1.5"}, "whole number"},
      {Words{"run", "all", "--seed", "99999999999999999999"}, "whole number"},
      {Words{"run", "all", "--jobs", "0"}, "1 to 256"},
      {Words{"run", "all", "--out", ""}, "--out"},
      {Words{"run", "all", "--controller", "nonsense"}, "known are"},
      {Words{"run", "all", "--set", "ldcc.w"}, "write it as ldcc.w=20kbps"},
      {Words{"run", "all", "--set", "w=5"}, "write it as ldcc.w=20kbps"},
      {Words{"run", "all", "--set", "ldcc.w=20"}, "unit"},
      {Words{"run", "all", "--set", "ldcc.nonsense=20"}, "no parameter"},
      {Words{"run", "all", "--set", "nonsense.w=20"}, "known are"},
      {Words{"run", "all", "--seed", "1", "--seed", "2"}, "--seed"},
  }));
  const auto parsed = parse_sim_command_line(words);
  INFO(parsed.text);
  CHECK_FALSE(parsed.value);
  CHECK(parsed.exit_status == 2);
  CHECK(is_one_sentence(parsed.text));
  CHECK_THAT(parsed.text, Catch::Contains(what));
}
