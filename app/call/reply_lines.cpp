#include "app/call/reply_lines.h"

#include <utility>

#include "core/signal/link.h"
#include "core/signal/reply_code.h"

namespace evenkeel {
namespace {

constexpr std::size_t max_code_size = 4096;  // with all that wraps it

}  // namespace

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
    if (!line) break;
    on_line(*line, now);
  }
  if (!error_.empty() && now >= failed_at_ + rest_timeout) refuse(now);
}

void ReplyLines::on_line(const std::string& line, LocalTime now) {
  if (line.find_first_not_of(" \t\r") == std::string::npos) return;
  if (error_.empty()) failed_at_ = now;
  const bool begins = looks_like_reply_code(line);
  if (!begins && begun_.size() + line.size() > max_code_size) begun_.clear();
  begun_ = begins || begun_.empty() ? line : begun_ + '\n' + line;
  error_ = check_reply_code(begun_);
  if (!error_.empty()) return begun_.clear();
  error_ = take_(begun_);
  if (!error_.empty()) return;
  begun_.clear();
  tell_("reply code taken: looking for the caller");
}

void ReplyLines::refuse(LocalTime now) {
  if (refused_ && now < *refused_ + error_interval) return;
  refused_ = now;
  begun_.clear();
  tell_(std::exchange(error_, {}));
}

}  // namespace evenkeel
