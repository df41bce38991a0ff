#pragma once

#include <istream>
#include <optional>
#include <string>

namespace evenkeel {

/// What somebody gives as the other end of a call on standard input: all of it, up to its end, since a link may be
/// wrapped or lie anywhere in a mail. Ends earlier as soon as a whole link was read, or with the line of a server
/// (whip:URL). With `plain_address` the first line that is not empty. Nullopt where nothing comes.
std::optional<std::string> read_callee(std::istream& input, bool plain_address);

}  // namespace evenkeel
