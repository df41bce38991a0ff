#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/record/run_sink.h"
#include "core/base/time.h"

namespace evenkeel {

/// Writes a run from a thread of its own, so that a disk that stands still (a stick that was pulled out, a server that
/// does not answer) holds up nobody else. What comes meanwhile waits, within limits: beyond them error() says so, and
/// nothing more is taken. A thread that the disk still holds up at the end is left behind; it goes on by itself, and
/// end_program() waits for it, for a while.
class RunWriter {
 public:
  /// What waits for the disk at most: half an hour of rows of two flows, 20 s of packets at 25 Mbit/s each way.
  struct Limits {
    std::size_t rows = 2048;
    std::size_t events = 4096;
    std::size_t packets = 1 << 17;
    std::size_t pictures = 1 << 14;
    Duration opening = 2s;  ///< that the constructor waits
  };

  /// `open` makes the sink, on the thread. `path`: for sentences.
  RunWriter(std::string path, std::function<std::unique_ptr<RunSink>()> open, const Limits& limits);
  RunWriter(std::string path, std::function<std::unique_ptr<RunSink>()> open);
  /// As close() without a summary, for half a second.
  ~RunWriter();
  RunWriter(const RunWriter&) = delete;
  RunWriter& operator=(const RunWriter&) = delete;

  // None of these waits. What is written is handed over with the next flush().
  void write(const Sample& row);
  void write(const RunEvent& event);
  void write(const PacketRecord& record);
  void write(const PictureRecord& record);
  void flush();

  /// Writes the rest and the summary, and waits for that, but not longer than `patience`. Returns the first error, or a
  /// sentence that not all is written yet; an empty string otherwise. Only the first call counts.
  std::string close(const nlohmann::ordered_json& summary, Duration patience);

  /// One sentence about the first failure; empty until then.
  std::string error() const;

 private:
  struct State;
  template <class Entry>
  void put(std::vector<Entry> RunBatch::*where, std::size_t limit, const Entry& entry);
  std::string end(Duration patience);

  const std::string path_;
  const Limits limits_;
  const std::shared_ptr<State> state_;  // also of the thread
};

}  // namespace evenkeel
