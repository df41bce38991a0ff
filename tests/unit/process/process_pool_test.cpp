#include "app/process/process_pool.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cerrno>
#include <map>
#include <stdexcept>

using namespace evenkeel;

namespace {

/// Writes down what it is told.
class Notes final : public JobWatcher {
 public:
  void on_start(std::size_t job) override {
    order.push_back(job);
    most_at_once = std::max(most_at_once, order.size() - ends.size());
  }
  void on_progress(std::size_t job, Duration done) override { progress[job] = done; }
  void on_end(std::size_t job, const JobEnd& end) override { ends[job] = end; }
  void on_tick() override { ++ticks; }

  std::vector<std::size_t> order;
  std::map<std::size_t, Duration> progress;
  std::map<std::size_t, JobEnd> ends;
  std::size_t most_at_once = 0;
  int ticks = 0;
};

using Body = std::function<std::string(const JobReport&)>;

std::vector<ProcessJob> jobs_of(const std::vector<Body>& bodies) {
  std::vector<ProcessJob> jobs;
  for (const Body& body : bodies) jobs.push_back({"job", body});
  return jobs;
}

bool never() { return false; }

std::string good(const JobReport&) { return ""; }

/// Goes on until it is told to end.
std::string endless(const JobReport& report) {
  while (report(1s)) poll(nullptr, 0, 5);
  return "";
}

std::string deaf(const JobReport&) {
  for (;;) poll(nullptr, 0, 1000);
}

bool has_children() { return waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD; }

}  // namespace

TEST_CASE("jobs end each in its own way") {
  Notes notes;
  const auto jobs = jobs_of({good, [](const JobReport&) { return std::string("No such trace.\nTwo lines."); },
                             [](const JobReport&) -> std::string { throw std::runtime_error("oops"); },
                             [](const JobReport&) -> std::string { return raise(SIGKILL) == 0 ? "" : "alive"; },
                             [](const JobReport&) -> std::string { _exit(7); }, good});
  run_jobs(jobs, 2, never, notes);
  REQUIRE(notes.ends.size() == 6);
  CHECK(notes.ends[0].how == JobEnd::How::done);
  CHECK(notes.ends[1].how == JobEnd::How::failed);
  CHECK(notes.ends[1].error == "No such trace. Two lines.");
  CHECK(notes.ends[2].how == JobEnd::How::failed);
  CHECK_THAT(notes.ends[2].error, Catch::Contains("oops"));
  CHECK(notes.ends[3].how == JobEnd::How::crashed);
  CHECK_THAT(notes.ends[3].error, Catch::Contains("ignal"));
  CHECK(notes.ends[4].how == JobEnd::How::crashed);
  CHECK_THAT(notes.ends[4].error, Catch::Contains("7"));
  CHECK(notes.ends[5].how == JobEnd::How::done);
  CHECK_FALSE(has_children());
}

TEST_CASE("jobs begin in their order, only so many at a time") {
  Notes notes;
  run_jobs(jobs_of(std::vector<Body>(7, good)), 3, never, notes);
  CHECK(notes.order == std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6});
  CHECK(notes.most_at_once == 3);
  CHECK(notes.ends.size() == 7);
}

TEST_CASE("nothing to do is done at once, and nobody at a time means one") {
  Notes notes;
  run_jobs({}, 4, never, notes);
  CHECK(notes.order.empty());
  run_jobs(jobs_of({good, good}), 0, never, notes);
  CHECK(notes.most_at_once == 1);
  CHECK(notes.ends.size() == 2);
}

TEST_CASE("a job's progress is heard") {
  Notes notes;
  run_jobs(jobs_of({[](const JobReport& report) { return report(42s) ? "" : "told to end"; }}), 1, never, notes);
  CHECK(notes.progress[0] == 42s);
  CHECK(notes.ends[0].how == JobEnd::How::done);
}

TEST_CASE("what a job changes stays in its process") {
  int value = 1;
  Notes notes;
  run_jobs(jobs_of({[&value](const JobReport&) {
             value = 2;
             return std::string(value == 2 ? "" : "no");
           }}),
           1, never, notes);
  CHECK(notes.ends[0].how == JobEnd::How::done);
  CHECK(value == 1);
}

TEST_CASE("a stop ends those that run, and no other begins") {
  Notes notes;
  const auto begun = [&notes] { return !notes.progress.empty(); };
  run_jobs(jobs_of({endless, good, good}), 1, begun, notes);
  CHECK(notes.order.size() == 1);
  REQUIRE(notes.ends.size() == 1);
  CHECK(notes.ends[0].how == JobEnd::How::stopped);
  CHECK_FALSE(has_children());
}

TEST_CASE("a job that does not listen is killed") {
  Notes notes;
  const auto begun = [&notes] { return notes.ticks > 2; };
  run_jobs(jobs_of({deaf}), 1, begun, notes);
  CHECK(notes.ends[0].how == JobEnd::How::stopped);
  CHECK_FALSE(has_children());
}

TEST_CASE("a sentence of any length comes through") {
  Notes notes;
  const std::string longest(300'000, 'x');
  run_jobs(jobs_of({[&longest](const JobReport&) { return longest; }}), 1, never, notes);
  CHECK(notes.ends[0].error == longest);
}
