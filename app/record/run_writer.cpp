#include "app/record/run_writer.h"

#include <condition_variable>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <utility>

#include "app/process/program_end.h"

namespace evenkeel {
namespace {

constexpr Duration last_patience = 500ms;
constexpr std::chrono::seconds program_patience{10};  // of a program that ends

std::string quoted(const std::string& path) { return "the run folder '" + path + "'"; }

}  // namespace

struct RunWriter::State {
  std::mutex mutex;
  std::condition_variable changed;
  RunBatch waiting;
  bool ready = false;  // something waits that was handed over
  bool opened = false;
  bool closing = false;
  bool ended = false;
  std::optional<nlohmann::ordered_json> summary;
  std::string error;

  void run(const std::function<std::unique_ptr<RunSink>()>& open);
  bool next(RunBatch& batch);
  void note(const std::string& failure);
};

// What the disk holds up is out of the lock.
void RunWriter::State::run(const std::function<std::unique_ptr<RunSink>()>& open) {
  std::unique_ptr<RunSink> sink = open();
  note(sink->error());
  RunBatch batch;
  while (next(batch)) {
    sink->write_batch(batch);
    batch.clear();
    note(sink->error());
  }
  if (summary) sink->write_summary(*summary);  // nobody else looks at it once `closing`
  note(sink->error());
  sink.reset();
  const std::lock_guard lock(mutex);
  ended = true;
  changed.notify_all();
}

/// Waits for a batch. False: it is the end, and nothing waits.
bool RunWriter::State::next(RunBatch& batch) {
  std::unique_lock lock(mutex);
  changed.wait(lock, [this] { return ready || closing; });
  ready = false;
  std::swap(batch, waiting);
  return !batch.empty() || !closing;
}

void RunWriter::State::note(const std::string& failure) {
  const std::lock_guard lock(mutex);
  opened = true;
  if (error.empty()) error = failure;
  changed.notify_all();
}

RunWriter::RunWriter(std::string path, std::function<std::unique_ptr<RunSink>()> open)
    : RunWriter(std::move(path), std::move(open), Limits()) {}

RunWriter::RunWriter(std::string path, std::function<std::unique_ptr<RunSink>()> open, const Limits& limits)
    : path_(std::move(path)), limits_(limits), state_(std::make_shared<State>()) {
  auto promised =
      std::make_unique<PromisedWork>(program_patience, "Waiting for the disk to take " + quoted(path_) + ".");
  std::thread([state = state_, open = std::move(open), promised = std::move(promised)]() mutable {
    state->run(open);
    state.reset();
  }).detach();
  std::unique_lock lock(state_->mutex);
  if (state_->changed.wait_for(lock, limits.opening, [this] { return state_->opened; })) return;
  state_->error = "Cannot write " + quoted(path_) + ": the disk does not answer; choose a folder on another one.";
}

RunWriter::~RunWriter() {
  const bool closed = [this] {
    const std::lock_guard lock(state_->mutex);
    return state_->closing;
  }();
  if (!closed) end(last_patience);
}

template <class Entry>
void RunWriter::put(std::vector<Entry> RunBatch::*where, std::size_t limit, const Entry& entry) {
  const std::lock_guard lock(state_->mutex);
  if (!state_->error.empty() || state_->closing) return;
  auto& waiting = state_->waiting.*where;
  if (waiting.size() < limit) return waiting.push_back(entry);
  state_->error =
      "Cannot go on writing to " + quoted(path_) + ": the disk does not keep up; its later rows are missing.";
}

void RunWriter::write(const Sample& row) { put(&RunBatch::rows, limits_.rows, row); }
void RunWriter::write(const RunEvent& event) { put(&RunBatch::events, limits_.events, event); }
void RunWriter::write(const PacketRecord& record) { put(&RunBatch::packets, limits_.packets, record); }
void RunWriter::write(const PictureRecord& record) { put(&RunBatch::pictures, limits_.pictures, record); }

void RunWriter::flush() {
  const std::lock_guard lock(state_->mutex);
  if (state_->waiting.empty()) return;
  state_->ready = true;
  state_->changed.notify_all();
}

std::string RunWriter::close(const nlohmann::ordered_json& summary, Duration patience) {
  {
    const std::lock_guard lock(state_->mutex);
    if (!state_->closing) state_->summary = summary;
  }
  return end(patience);
}

std::string RunWriter::end(Duration patience) {
  std::unique_lock lock(state_->mutex);
  state_->closing = true;
  state_->changed.notify_all();
  if (!state_->changed.wait_for(lock, patience, [this] { return state_->ended; }) && state_->error.empty()) {
    state_->error = "Not all of " + quoted(path_) + " is written: the disk does not answer.";
  }
  return state_->error;
}

std::string RunWriter::error() const {
  const std::lock_guard lock(state_->mutex);
  return state_->error;
}

}  // namespace evenkeel
