#include "app/commands/tune_report.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

tuning::TuningRequest request() {
  tuning::TuningRequest request;
  request.controller = "ldcc";
  return request;
}

tuning::TuningResult found(bool better) {
  tuning::TuningResult result;
  result.now = {{{"w", "20kbps"}, {"T_r", "100ms"}}, {0.94, 60}, 0.36};
  result.best = {{{"w", "40kbps"}, {"T_r", "100ms"}}, {0.95, 20}, 0.15};
  result.tried = {result.now, result.best};
  result.front = {result.best};
  result.now_unseen = {{0.93, 61}, {0.95, 59}};
  result.best_unseen = {{0.94, 21}, {0.96, 19}};
  result.better = better;
  return result;
}

}  // namespace

TEST_CASE("What a search found is reported with what changed") {
  const std::string text = tune_text(request(), found(true));
  CHECK_THAT(text, Catch::Contains("ldcc.w = 40kbps  (now 20kbps)"));
  CHECK_THAT(text, !Catch::Contains("T_r"));
  CHECK_THAT(text, Catch::Contains("94.00") && Catch::Contains("60.0") && Catch::Contains("20.0"));
  CHECK_THAT(text, Catch::Contains("better than the defaults"));
  CHECK_THAT(written_text("a.toml", found(true)), Catch::Contains("a.toml, for --config"));
}

TEST_CASE("What is not better on other calls is not recommended") {
  CHECK_THAT(tune_text(request(), found(false)), Catch::Contains("The defaults are best"));
  CHECK_THAT(written_text("a.toml", found(false)), Catch::Contains("Nothing was written"));
  tuning::TuningRequest set = request();
  set.now = {{"w", "20kbps"}};
  CHECK_THAT(tune_text(set, found(false)), Catch::Contains("The parameters of now are best"));
  tuning::TuningResult stopped = found(false);
  stopped.stopped = true;
  CHECK_THAT(tune_text(request(), stopped), !Catch::Contains("best for this goal"));
}

TEST_CASE("The folder of a search has the result, the front, and all that was tried") {
  const TemporaryFolder folder;
  REQUIRE(write_tune_files(folder.path(""), {{"version", "x"}}, "a path", request(), found(true)).empty());
  const auto json = nlohmann::json::parse(folder.read("tune.json"));
  CHECK(json["path"] == "a path");
  CHECK(json["better"] == true);
  CHECK(json["best"]["parameters"]["w"] == "40kbps");
  CHECK(json["bestOnOtherCalls"].size() == 2);
  CHECK(folder.read("front.csv") == "point,use,queueP95 [ms],cost,w,T_r\nbest,0.9500,20.000,0.15000,40kbps,100ms\n");
  CHECK_THAT(folder.read("tried.csv"), Catch::Contains("\nnow,0.9400,60.000,0.36000,20kbps,100ms\n"));
  CHECK_FALSE(write_tune_files(folder.path("nowhere"), {}, "", request(), found(true)).empty());
}
