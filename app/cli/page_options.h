#pragma once

#include <string>

namespace evenkeel {

struct CallOptions;

/// Nothing, or one sentence that says why a link cannot lead to a page there. Browsers let a page have a camera in a
/// secure context only: https, a file, or this machine.
std::string check_page_url(const std::string& url);

/// Nothing, or one sentence about options of the page that contradict each other or others.
std::string check_page_options(const CallOptions& options);

}  // namespace evenkeel
