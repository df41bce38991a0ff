#pragma once

#include <QString>

namespace evenkeel {

/// Whether the text is an address (HOST, HOST:PORT, [IPV6]:PORT) that may be shown again and stored. Links are not,
/// nor what is left of a damaged one: whoever reads them can ring the other side.
bool may_be_remembered(const QString& text);

}  // namespace evenkeel
