#include "app/window/search_lines.h"

#include <catch2/catch.hpp>

#include "app/commands/tune_json.h"

using namespace evenkeel;

namespace {

tuning::TuningProgress progress(tuning::TuningStage stage) {
  tuning::TuningProgress p;
  p.stage = stage;
  p.tried = 3;
  p.planned = 200;
  p.last = {{{"w", "20kbps"}, {"T_r", "100ms"}}, {0.95, 12.5}, 0.11};
  return p;
}

tuning::TuningResult result() {
  tuning::TuningResult result;
  result.better = true;
  result.now_unseen = {{0.9, 60}, {0.94, 62}};
  result.best_unseen = {{0.96, 20}, {0.96, 22}};
  return result;
}

}  // namespace

TEST_CASE("The lines of a search say to the window what they were made of") {
  SearchUpdates updates;
  CHECK(read_search_line(path_line("2.5 Mbit/s (\"as it was\")"), updates));
  CHECK(updates.path == "2.5 Mbit/s (\"as it was\")");
  CHECK(read_search_line(progress_line(progress(tuning::TuningStage::global)), updates));
  REQUIRE(updates.tried.size() == 1);
  CHECK(updates.planned == 200);
  CHECK(updates.tried[0].use == 0.95);
  CHECK(updates.tried[0].queue_p95_ms == 12.5);
  CHECK(updates.tried[0].cost == 0.11);
  CHECK(updates.tried[0].parameters == ParameterTexts{{"w", "20kbps"}, {"T_r", "100ms"}});
  CHECK_FALSE(updates.compares);
  CHECK(read_search_line(progress_line(progress(tuning::TuningStage::unseen)), updates));
  CHECK(updates.compares);
  CHECK(updates.tried.size() == 1);
  CHECK(read_search_line(result_line(result()), updates));
  REQUIRE(updates.verdict);
  CHECK(updates.verdict->better);
  CHECK(updates.verdict->calls == 2);
  CHECK(updates.verdict->use_today == Approx(0.92));
  CHECK(updates.verdict->queue_p95_best_ms == Approx(21));
}

TEST_CASE("A search that was stopped has no verdict") {
  tuning::TuningResult stopped = result();
  stopped.stopped = true;
  SearchUpdates updates;
  CHECK_FALSE(read_search_line(result_line(stopped), updates));
  CHECK_FALSE(updates.verdict);
}

TEST_CASE("What is no line of a search changes nothing") {
  const std::string line = GENERATE(
      as<std::string>(), "", "{", "[]", "null", "5", "\"path\"", "{}", "\xff\xfe{}", R"({"path": 5})",
      R"({"tried": 1})", R"({"tried":1,"planned":9,"measure":{"use":null,"queueP95":1},"cost":1,"parameters":{}})",
      R"({"tried":1,"planned":9,"measure":{"use":1e999,"queueP95":1},"cost":1,"parameters":{}})",
      R"({"tried":1,"planned":9,"measure":{"use":1,"queueP95":-1},"cost":1,"parameters":{}})",
      R"({"tried":1,"planned":1e30,"measure":{"use":1,"queueP95":1},"cost":1,"parameters":{}})",
      R"({"tried":1,"planned":9,"measure":{"use":1,"queueP95":1},"cost":1,"parameters":{"w":5}})",
      R"({"tried":1,"planned":9,"measure":[1,2],"cost":1,"parameters":{"w":"5"}})", R"({"better":true})",
      R"({"better":"yes","callsEach":1})");
  SearchUpdates updates;
  INFO(line);
  CHECK_FALSE(read_search_line(line, updates));
  CHECK_FALSE(updates.path);
  CHECK(updates.tried.empty());
  CHECK_FALSE(updates.planned);
  CHECK_FALSE(updates.verdict);
}
