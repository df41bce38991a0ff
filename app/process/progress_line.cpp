#include "app/process/progress_line.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>

#include "app/process/program_end.h"

namespace evenkeel {
namespace {

constexpr std::size_t usual_columns = 80;

std::size_t columns_of(std::FILE* terminal) {
  winsize size{};
  const bool known = ioctl(fileno(terminal), TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : usual_columns;
}

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }  // UTF-8

/// Cuts the text to one row: of a longer line only the last row would be rewritten, and the others would stay on the
/// screen. The last column stays free, because some terminals wrap as soon as it is filled.
std::string fitted(const std::string& text, std::size_t columns) {
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (begins_character(text[i]) && ++characters == columns) return text.substr(0, i);
  }
  return text;
}

}  // namespace

ProgressLine::ProgressLine(std::FILE* out) : out_(out), terminal_(isatty(fileno(out)) == 1) {}

void ProgressLine::draw(const std::string& text) {
  if (!terminal_) return;
  put("\r\033[K" + fitted(text, columns_of(out_)));
  shown_ = true;
}

void ProgressLine::say(const std::string& text) {
  erase();
  put(text + "\n");
}

void ProgressLine::erase() {
  if (shown_) put("\r\033[K");
  shown_ = false;
}

void ProgressLine::put(const std::string& text) {
  const bool written = std::fputs(text.c_str(), out_) >= 0 && std::fflush(out_) == 0;
  if (!written && errno == EPIPE) request_stop();
}

}  // namespace evenkeel
