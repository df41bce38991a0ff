#pragma once

#include <cstddef>
#include <string>

#include "core/base/parsed.h"

namespace evenkeel {

/// What a file holds that --OPTION names; at most `max_size` bytes. With `is_secret` others than its owner must not be
/// able to read it, and nothing of it stays in memory but the result, which the caller wipes. A pipe (/dev/fd/N) is
/// read to its end (NamedFile). The error is one sentence.
Parsed<std::string> read_option_file(const std::string& option, const std::string& path, std::size_t max_size,
                                     bool is_secret);

}  // namespace evenkeel
