#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace evenkeel {

/// Lines that somebody types or pipes into a program that does something else meanwhile. Never blocks, and never reads
/// from a terminal that another program has, which would stop this one. Nor does it read from a file: that may be what
/// a script reads line by line (while read ...; done <FILE), which would lose the rest.
class LineInput {
 public:
  static constexpr std::size_t max_line = 2048;  ///< bytes; a longer line comes as its beginning
  static constexpr std::size_t max_read = 4096;  ///< bytes at a poll(): endless input takes no more

  /// Of a terminal, a pipe or a socket; all else has ended at once. To be made before other files are opened, as one
  /// that is closed has ended, too.
  explicit LineInput(int file);

  /// To be called a few times a second.
  void poll();
  /// The next line that is complete, without its end; a last one without an end counts.
  std::optional<std::string> take_line();
  /// For poll(2), where there is something to wait for: the file; otherwise -1. Also while lines are there to be taken:
  /// what waits behind them is then read sooner.
  int awaited() const;
  /// Nothing more will come.
  bool ended() const { return ended_; }

 private:
  bool has_terminal() const;
  bool may_read() const;
  void add(char c);

  int file_;
  bool ended_ = false;
  std::string line_;   // that has not ended
  std::string lines_;  // that have, one after the other
};

}  // namespace evenkeel
