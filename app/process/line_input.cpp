#include "app/process/line_input.h"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <span>

namespace evenkeel {

namespace {

// Not /dev/null and the like, at which nobody types either.
bool is_typed_or_piped(int file) {
  struct stat about {};
  if (fstat(file, &about) != 0) return false;
  return S_ISFIFO(about.st_mode) || S_ISSOCK(about.st_mode) || isatty(file) == 1;
}

}  // namespace

// A number that is free now may be of another file later.
LineInput::LineInput(int file) : file_(file), ended_(!is_typed_or_piped(file)) {}

// A program in the background that reads from its terminal is stopped (SIGTTIN).
bool LineInput::has_terminal() const { return isatty(file_) != 1 || tcgetpgrp(file_) == getpgrp(); }

int LineInput::awaited() const { return !ended_ && has_terminal() ? file_ : -1; }

bool LineInput::may_read() const {
  if (!has_terminal()) return false;
  pollfd asked{file_, POLLIN, 0};
  return ::poll(&asked, 1, 0) > 0 && asked.revents != 0;
}

void LineInput::poll() {
  if (ended_ || !lines_.empty() || !may_read()) return;
  std::array<char, max_read> bytes{};
  const ssize_t count = read(file_, bytes.data(), bytes.size());
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  ended_ = count <= 0;
  if (ended_ && !line_.empty()) add('\n');
  if (ended_) return;
  for (const char c : std::span(bytes).first(static_cast<std::size_t>(count))) add(c);
}

void LineInput::add(char c) {
  if (c != '\n') {
    if (line_.size() < max_line) line_ += c;
    return;
  }
  lines_ += line_ + '\n';
  line_.clear();
}

std::optional<std::string> LineInput::take_line() {
  const auto end = lines_.find('\n');
  if (end == std::string::npos) return std::nullopt;
  std::string line = lines_.substr(0, end);
  lines_.erase(0, end + 1);
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return line;
}

}  // namespace evenkeel
