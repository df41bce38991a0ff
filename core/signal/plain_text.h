#pragma once

#include <string>
#include <string_view>

namespace evenkeel {

/// What somebody copied before programs made marks of it: without invisible characters, with entities of HTML
/// ("&#35;"), percent signs ("%23", also of a link within a link), soft line breaks of mail (RFC 2045, section 6.7) and
/// backslashes of markdown undone, all blanks as ' ' or '\n', and typographic hyphens as "-". A dash that may have been
/// one hyphen or two stays as `dash`. The rest is as it was.
std::string plain_text(std::string_view text);

inline constexpr char dash = '\x01';

}  // namespace evenkeel
