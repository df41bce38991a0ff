#include "app/page/call_page.h"

namespace evenkeel {

std::string_view call_page_policy() {
  constexpr std::string_view before = "http-equiv=\"Content-Security-Policy\" content=\"";
  const std::string_view page = call_page();
  const std::size_t at = page.find(before);
  if (at == std::string_view::npos) return {};
  const std::string_view policy = page.substr(at + before.size());
  return policy.substr(0, policy.find('"'));
}

}  // namespace evenkeel
