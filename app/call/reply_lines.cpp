#include "app/call/reply_lines.h"

#include "core/signal/link.h"
#include "core/signal/reply_code.h"

namespace evenkeel {

std::string check_reply_code(const std::string& text) {
  if (looks_like_reply_code(text)) return {};
  if (looks_like_link(text)) {
    return "This is a link, for one who calls: the caller shows a reply code, which begins with r1.";
  }
  return "This is no reply code: one begins with r1. and has some 200 to 290 letters and digits.";
}

ReplyLines::ReplyLines(int file, std::function<std::string(const std::string&)> take,
                       std::function<void(const std::string&)> tell)
    : input_(file), take_(std::move(take)), tell_(std::move(tell)) {}

void ReplyLines::step(LocalTime now) {
  input_.poll();
  for (int i = 0; i < max_lines; ++i) {
    const auto line = input_.take_line();
    if (!line) return;
    on_line(*line, now);
  }
}

void ReplyLines::on_line(const std::string& line, LocalTime now) {
  if (line.find_first_not_of(" \t") == std::string::npos) return;
  std::string error = check_reply_code(line);
  if (error.empty()) error = take_(line);
  if (error.empty()) return tell_("reply code taken: looking for the caller");
  if (refused_ && now < *refused_ + error_interval) return;
  refused_ = now;
  tell_(error);
}

}  // namespace evenkeel
