#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/process/line_input.h"
#include "core/base/time.h"

namespace evenkeel {

/// The reply codes that a headless listener reads, of one line or of several that follow each other, as a mail client
/// wraps or quotes them. Whatever else comes is refused in a sentence, at most
/// once a second, and costs little, however much it is.
class ReplyLines {
 public:
  static constexpr Duration error_interval = 1s;
  /// So long a line waits for the rest of a code before it is said what is wrong with it.
  static constexpr Duration rest_timeout = 500ms;
  static constexpr int max_lines = 32;  ///< at a step

  /// `take` is given what may be a reply code, and returns what is wrong with it, or nothing; `tell` is for people.
  ReplyLines(int file, std::function<std::string(const std::string&)> take,
             std::function<void(const std::string&)> tell);

  /// To be called a few times a second.
  void step(LocalTime now);
  /// LineInput's.
  int awaited() const { return input_.awaited(); }

 private:
  void on_line(const std::string& line, LocalTime now);
  void refuse(LocalTime now);

  LineInput input_;
  std::function<std::string(const std::string&)> take_;
  std::function<void(const std::string&)> tell_;
  std::string begun_;                 // a code of which the rest may follow; empty: none
  std::string error_;                 // of what came last; empty: nothing to tell
  LocalTime failed_at_{};             // since when that is so
  std::optional<LocalTime> refused_;  // last told
};

/// What is wrong with a text that is given as a reply code and is none: a link, perhaps. Nothing where it may be one.
std::string check_reply_code(const std::string& text);

}  // namespace evenkeel
