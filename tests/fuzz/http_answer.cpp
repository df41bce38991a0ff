#include <algorithm>
#include <string_view>

#include "core/net/secure/http_answer_reader.h"
#include "tests/fuzz/fuzz.h"

using namespace evenkeel;

namespace {

constexpr unsigned with_body = 201;

// Where an answer is cut, and what is asked of the reader.
struct Plan {
  std::uint32_t state = 1;
  bool header_alone = false, ends_properly = false;

  std::size_t next_size() {  // mostly small, since all that can go wrong is at some edge
    state = state * 1664525 + 1013904223;
    const std::uint32_t drawn = state >> 16;
    return drawn % 8 == 0 ? 1 + drawn % 4096 : 1 + drawn % 13;
  }
};

HttpAnswer read(std::string_view text, Plan plan, bool cut) {
  HttpAnswerReader reader(with_body);
  if (plan.header_alone) reader.want_header_alone();
  bool done = false;
  while (!text.empty() && !done) {
    const std::size_t size = std::min(text.size(), cut ? plan.next_size() : text.size());
    done = reader.take(text.substr(0, size));
    text.remove_prefix(size);
  }
  if (!done) reader.take_end(plan.ends_properly);
  return reader.answer();
}

void require_bounded(const HttpAnswer& answer) {
  require(answer.status == 0 || (answer.status >= 200 && answer.status <= 999) || answer.failure);
  require(answer.location.size() <= max_http_header && answer.content_type.size() <= max_http_header);
  require(answer.links.size() <= max_http_links && answer.body.size() <= max_http_body);
}

// What a network does to the bytes says nothing of them.
void require_same(const HttpAnswer& a, const HttpAnswer& b) {
  require(a.status == b.status && a.location == b.location && a.content_type == b.content_type);
  require(a.has_tag == b.has_tag && a.links == b.links);
  // Of a header that never ends, as of one that is none, it depends.
  require(static_cast<bool>(a.failure) == static_cast<bool>(b.failure) && (a.failure || a.body == b.body));
}

}  // namespace

void fuzz(std::span<const std::uint8_t> input) {
  if (input.size() < 2) return;
  const Plan plan{input[0] * 256U + input[1], (input[0] & 1) != 0, (input[0] & 2) != 0};
  const std::string_view text(reinterpret_cast<const char*>(input.data()) + 2, input.size() - 2);
  const HttpAnswer whole = read(text, plan, false), cut = read(text, plan, true);
  require_bounded(whole);
  require_bounded(cut);
  if (text.size() < max_http_header && !plan.header_alone) require_same(whole, cut);
}
