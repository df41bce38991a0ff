#pragma once

#include <string>

namespace evenkeel {

struct CallOptions;

/// Nothing, or one sentence that says why a link cannot lead to a page there: it takes https://HOST[:PORT][/PATH] and
/// no characters with a meaning to a shell, HTML or a chat program, since the link is pasted into all of them.
std::string check_page_url(const std::string& url);

/// Nothing, or one sentence about options of the page that contradict each other or others.
std::string check_page_options(const CallOptions& options);

}  // namespace evenkeel
