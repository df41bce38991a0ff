#pragma once

#include <string>

#include "core/base/parsed.h"

namespace evenkeel {

/// What a file holds that --OPTION names, without the blanks and line breaks around it. A file must not be readable by
/// others than its owner; a pipe (/dev/fd/N) is read to its end. The error is one sentence, also
/// where it is empty, longer than 8 kB, or not one word of printable ASCII.
enum class SecretForm {
  word,  ///< printable ASCII without blanks, as for a header of HTTP
  line,  ///< blanks within it, and all of UTF-8
};
Parsed<std::string> read_secret_file(const std::string& option, const std::string& path,
                                     SecretForm form = SecretForm::word);

}  // namespace evenkeel
