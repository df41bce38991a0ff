#include "app/record/run_writer.h"

#include <catch2/catch.hpp>
#include <future>
#include <nlohmann/json.hpp>

#include "app/process/program_end.h"
#include "app/record/run_folder.h"
#include "core/telemetry/csv.h"
#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Json = nlohmann::ordered_json;

Sample row(Duration time) {
  Sample s;
  s.time = time;
  s.flow = "up";
  return s;
}

/// A disk that takes nothing until it is let go.
struct Disk {
  std::promise<void> let_go;
  std::shared_future<void> free = let_go.get_future().share();
  std::promise<void> reached;
  std::mutex mutex;
  std::size_t rows = 0;      // under mutex
  bool has_summary = false;  // under mutex
};

class StandingSink final : public RunSink {
 public:
  StandingSink(std::shared_ptr<Disk> disk, bool stands_at_opening) : disk_(std::move(disk)) {
    if (stands_at_opening) disk_->free.wait();
  }
  void write_batch(const RunBatch& batch) override {
    if (!std::exchange(reached_, true)) disk_->reached.set_value();
    disk_->free.wait();
    const std::lock_guard lock(disk_->mutex);
    disk_->rows += batch.rows.size();
  }
  void write_summary(const Json&) override {
    const std::lock_guard lock(disk_->mutex);
    disk_->has_summary = true;
  }
  const std::string& error() const override { return error_; }

 private:
  std::shared_ptr<Disk> disk_;
  std::string error_;
  bool reached_ = false;
};

RunWriter::Limits small_limits() {
  RunWriter::Limits limits;
  limits.rows = 10;
  limits.opening = 50ms;
  return limits;
}

/// Left-behind threads end once their disk takes what they write.
void wait_for_left_behind() {
  while (has_detached_work()) std::this_thread::yield();
}

}  // namespace

TEST_CASE("a run is written as by the folder itself, from another thread") {
  const TemporaryFolder folder;
  const std::string path = folder.path("run");
  RunWriter writer(path, [path] { return std::make_unique<RunFolder>(path, Json{{"version", "1"}}, true, 100ms); });
  REQUIRE(writer.error().empty());
  writer.write(row(200ms));
  writer.write(RunEvent{250ms, RunEvent::Kind::note, {}, "hello"});
  writer.flush();
  writer.write(row(300ms));
  CHECK(writer.close(Json{{"duration", 1}}, 10s).empty());
  CHECK(folder.read("run/telemetry.csv") == csv_header() + csv_row(row(100ms)) + csv_row(row(200ms)));
  CHECK_THAT(folder.read("run/events.csv"), Catch::Contains("hello"));
  CHECK(Json::parse(folder.read("run/summary.json"))["duration"] == 1);
  CHECK(writer.close(Json{}, 10s).empty());  // once
  CHECK(Json::parse(folder.read("run/summary.json"))["duration"] == 1);
}

TEST_CASE("a folder that cannot be made is reported at once") {
  const TemporaryFolder folder;
  const std::string path = folder.write("file", "") + "/run";
  RunWriter writer(path, [path] { return std::make_unique<RunFolder>(path, Json{}, false); });
  CHECK_THAT(writer.error(), Catch::StartsWith("Cannot create the run folder"));
}

TEST_CASE(
    "a disk that stands still holds nobody up, and one sentence says so at the end; what waits is written later") {
  const auto disk = std::make_shared<Disk>();
  {
    RunWriter writer(
        "/stick/run", [disk] { return std::make_unique<StandingSink>(disk, false); }, small_limits());
    writer.write(row(100ms));
    writer.flush();
    disk->reached.get_future().wait();  // it stands in the first row
    for (int i = 2; i <= 9; ++i) writer.write(row(i * 100ms));
    writer.flush();
    CHECK(writer.error().empty());
    CHECK(writer.close(Json{}, 1ms) == "Not all of the run folder '/stick/run' is written: the disk does not answer.");
    CHECK(has_detached_work());
  }
  disk->let_go.set_value();
  wait_for_left_behind();
  CHECK(disk->rows == 9);
  CHECK(disk->has_summary);
}

TEST_CASE("rows that the disk does not take in time are dropped, which is an error") {
  const auto disk = std::make_shared<Disk>();
  {
    RunWriter writer(
        "/stick/run", [disk] { return std::make_unique<StandingSink>(disk, false); }, small_limits());
    writer.write(row(100ms));
    writer.flush();
    disk->reached.get_future().wait();
    for (int i = 2; i <= 100; ++i) writer.write(row(i * 100ms));
    CHECK(
        writer.error() ==
        "Cannot go on writing to the run folder '/stick/run': the disk does not keep up; its later rows are missing.");
    CHECK(writer.close(Json{}, 1ms) == writer.error());
  }
  disk->let_go.set_value();
  wait_for_left_behind();
  CHECK(disk->rows == 11);
}

TEST_CASE("a disk that does not answer when the folder is made is given up") {
  const auto disk = std::make_shared<Disk>();
  {
    RunWriter writer(
        "/stick/run", [disk] { return std::make_unique<StandingSink>(disk, true); }, small_limits());
    CHECK_THAT(writer.error(), Catch::Contains("the disk does not answer; choose a folder on another one."));
  }
  disk->let_go.set_value();
  wait_for_left_behind();
}
