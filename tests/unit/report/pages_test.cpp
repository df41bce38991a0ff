#include "app/report/pages/scenario_page.h"

#include <catch2/catch.hpp>

#include "app/report/pages/markdown.h"

using namespace evenkeel;
using namespace evenkeel::report;
using Catch::Contains;

TEST_CASE("a table in Markdown, numbers to the right") {
  const Table table{"t", "Rates", {"flow", "rate [kbit/s]", "loss"}, {{"a", "1500", ""}, {"b", "-0.5", "none"}}};
  CHECK(markdown_of(table) ==
        "| flow | rate \\[kbit/s] | loss |\n"
        "|---|---:|---|\n"
        "| a | 1500 |  |\n"
        "| b | -0.5 | none |\n");
}

TEST_CASE("no cell breaks the table") {
  const Table table{"t", "", {"a"}, {{"x|y\nz"}, {"<b>k_r</b>"}, {}}};
  CHECK(markdown_of(table) == "| a |\n|---|\n| x\\|y z |\n| \\<b>k\\_r\\</b> |\n|  |\n");
}

TEST_CASE("claims in a table") {
  Claim claim;
  claim.source = "Fig. 5";
  claim.statement = "equal shares";
  claim.expected = "1";
  claim.measured = "0.5";
  claim.why = "the text is silent";
  const Table table = table_of({claim});
  CHECK(table.rows == std::vector<std::vector<std::string>>{
                          {"Fig. 5", "equal shares", "1", "0.5", "does not hold", "the text is silent"}});
}

TEST_CASE("a page has all that is said of a scenario") {
  lab::Scenario scenario;
  scenario.id = "L-Fig5";
  scenario.source = "LDCC, Fig. 5";
  scenario.shows = "equal shares";
  scenario.runs.resize(2);
  lab::JudgedScenario judged;
  judged.scenario = &scenario;
  judged.found = 1;
  judged.findings.claims.resize(1);
  judged.findings.tables.push_back({"steady", "Steady state", {"a"}, {{"1"}}});
  judged.findings.figures.resize(2);
  judged.findings.figures[0].name = "rates";
  judged.findings.figures[1].name = "l-fig5-delay";
  const std::string page = scenario_page(judged);
  CHECK_THAT(page, Contains("# L-Fig5: LDCC, Fig. 5\n\nequal shares\n\n    evenkeel-sim run L-Fig5\n\n"));
  CHECK_THAT(page, Contains("(L-Fig5-rates.png)") && Contains("(L-Fig5-rates.pdf)"));
  CHECK_THAT(page, Contains("(l-fig5-delay.png)"));
  CHECK_THAT(page, Contains("## Claims") && Contains("## Steady state"));
  CHECK_THAT(page, Contains("only 1 of 2 runs are there"));
  judged.full = true;
  CHECK_THAT(scenario_page(judged), !Contains("only"));
}
