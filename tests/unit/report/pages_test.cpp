#include <catch2/catch.hpp>

#include "app/lab/claims/table.h"
#include "app/lab/report/pages/claim_counts.h"
#include "app/lab/report/pages/paper_page.h"
#include "app/lab/report/pages/summary_page.h"

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

TEST_CASE("a section has everything about a scenario") {
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
  const std::string page = section_of(judged, {}).text;
  CHECK_THAT(page, Contains("## L-Fig5\n\nLDCC, Fig. 5: equal shares.\n\n    evenkeel-sim run L-Fig5\n\n"));
  CHECK_THAT(page, Contains("(figures/L-Fig5-rates.png)") && Contains("(figures/L-Fig5-rates.pdf)"));
  CHECK_THAT(page, Contains("(figures/l-fig5-delay.png)"));
  CHECK_THAT(page, Contains("### Claims") && Contains("### Steady state"));
  CHECK_THAT(page, Contains("only 1 of 2 runs were found"));
  judged.full = true;
  CHECK_THAT(section_of(judged, {}).text, !Contains("only"));
}

TEST_CASE("a section shows the pictures that are kept and says how the others are drawn") {
  lab::Scenario scenario;
  scenario.id = "L-Fig5";
  lab::JudgedScenario judged;
  judged.scenario = &scenario;
  judged.full = true;
  judged.findings.figures.resize(2);
  judged.findings.figures[0].name = "l-fig5";
  judged.findings.figures[0].title = "Rates";
  judged.findings.figures[1].name = "l-fig5-delay";
  judged.findings.figures[1].title = "Delays";
  const std::string page = section_of(judged, {"../figures", {"l-fig5"}, false, "`drawn`"}).text;
  CHECK_THAT(page, Contains("![Rates](../figures/l-fig5.png)\n\n`tests/reproduce L-Fig5` draws in `drawn`:\n\n"
                            "* `l-fig5-delay`: Delays\n"));
  CHECK_THAT(page, !Contains("pdf"));
}

TEST_CASE("claims are counted by page, between the marks of another page") {
  const Section one{"L-Fig5", "", {3, 1, 0, 0}, ""};
  const Section two{"L-Fig6", "", {2, 0, 0, 1}, ""};
  const std::string table = counts_table({{"ldcc", sum_of({one, two})}, {"own", {0, 0, 2, 0}}}, "pages");
  CHECK_THAT(table,
             Contains("| [ldcc](pages/ldcc.md) | 7 | 5 | 1 | 0 | 1 |\n| [own](pages/own.md) | 2 | 0 | 0 | 2 | 0 |\n"
                      "| all | 9 | 5 | 1 | 2 | 1 |\n"));
  CHECK(with_counts("a\n<!-- counts -->\nold\n<!-- end of counts -->\nb\n", "new\n") ==
        "a\n<!-- counts -->\nnew\n<!-- end of counts -->\nb\n");
  CHECK_FALSE(with_counts("a\n<!-- counts -->\nold\n", "new\n"));
}

TEST_CASE("claims are counted by verdict") {
  std::vector<Claim> claims(4);
  claims[0].holds = true;
  claims[1].must_hold = false;
  claims[3].judged = false;
  const Tally tally = tally_of(claims);
  CHECK(tally.holding == 1);
  CHECK(tally.known_not_to == 1);
  CHECK(tally.failing == 1);
  CHECK(tally.not_judged == 1);
}

TEST_CASE("every scenario has its paper's page") {
  lab::Scenario scenario;
  const auto file_of = [&](const char* id) {
    scenario.id = id;
    return std::string(paper_of(scenario).file);
  };
  CHECK(file_of("L-Fig5") == "ldcc");
  CHECK(file_of("A-Fig7a") == "arc");
  CHECK(file_of("T-Th4.1") == "tfrc");
  CHECK(file_of("R-kr") == "rmc");
  CHECK(file_of("8867-5.1") == "rfc8867");
  CHECK(file_of("X-Mobile") == "own");
}

TEST_CASE("a paper's page begins with its scenarios and leads to their sections") {
  const Section one{"8867-5.1", "section 5.1", {3, 1, 0, 0}, "## 8867-5.1\n"};
  lab::Scenario scenario;
  scenario.id = one.id;
  const std::string page = paper_page(paper_of(scenario), {one});
  CHECK_THAT(page, Contains("# RFC 8867"));
  CHECK_THAT(page, Contains("| [8867-5.1](#8867-51) | section 5.1 | 3 | 1 |  |  |\n"));
  CHECK_THAT(page, Contains("\n\n## 8867-5.1\n"));
}

TEST_CASE("the summary sets controllers beside each other, scenario by scenario") {
  const Table first{"metrics",
                    "",
                    {"run", "utilisation [%]", "queue p50 [ms]", "queue p95 [ms]"},
                    {{"ldcc,delay=50ms", "90", "10", "20"}, {"arc,delay=50ms", "80", "5", "6"}}};
  const Table second{"metrics", "", {"run", "utilisation [%]"}, {{"arc", "70"}}};
  const std::string page = summary_page({{"8867-5.1", first}, {"X-Mobile", second}});
  CHECK_THAT(page, Contains("## Utilisation [%]\n"));
  CHECK_THAT(page, Contains("| scenario | ldcc | arc |\n"));
  CHECK_THAT(page, Contains("| 8867-5.1 delay=50ms | 90 | 80 |\n"));
  CHECK_THAT(page, Contains("| X-Mobile |  | 70 |\n"));
  CHECK_THAT(page, Contains("| 8867-5.1 delay=50ms | 10 / 20 | 5 / 6 |\n"));
  CHECK_THAT(page, !Contains("## Jain"));
  CHECK(summary_page({}).empty());
}
