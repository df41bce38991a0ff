#include "core/signal/link.h"

#include <algorithm>

#include "core/signal/call_address.h"
#include "core/signal/pasted_text.h"
#include "tests/fuzz/fake_cryptography.h"
#include "tests/fuzz/fuzz.h"

using namespace evenkeel;

namespace {

const FakeCryptography cryptography;

void require_one_sentence(const std::string& error) {
  require(error.starts_with("This ") && error.ends_with('.') && error.find('\n') == std::string::npos);
}

// Each link has one text: what was read is written, and read again.
void require_same_text(const CallLink& link) {
  require(!link.addresses.empty() && link.addresses.size() <= CallLink::max_addresses);
  require(std::ranges::all_of(link.addresses, is_callable));
  const std::string written = write_link(link, "", cryptography);
  const auto again = read_link(written, cryptography);
  require(again && again.value->addresses == link.addresses && again.value->secret == link.secret);
}

void fuzz_text(std::string_view text) {
  const auto link = read_link(text, cryptography);
  require(link.value.has_value() == link.error.empty());
  if (link) {
    require_same_text(*link);
  } else {
    require_one_sentence(link.error);
  }
  looks_like_link(text);
}

}  // namespace

// The first byte: whether the rest is a pasted text, or the bytes of which a link consists.
void fuzz(std::span<const std::uint8_t> input) {
  if (input.empty()) return;
  const auto rest = input.subspan(1);
  if (input.front() % 2 == 0) {
    fuzz_text({reinterpret_cast<const char*>(rest.data()), rest.size()});
  } else {
    fuzz_text("#e1." + pack(rest, "", cryptography));
  }
}
