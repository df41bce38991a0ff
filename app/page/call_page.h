#pragma once

#include <string_view>

namespace evenkeel {

/// The page that calls from a browser, as UTF-8: all of call.html, which needs no other file. To be served with the
/// type "text/html; charset=utf-8" in a secure context: https, or http from the machine that shows it.
std::string_view call_page();

/// The policy that the page sets for itself (Content Security Policy Level 3), for the header of a server.
std::string_view call_page_policy();

}  // namespace evenkeel
