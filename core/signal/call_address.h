#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"
#include "core/base/endpoint.h"

namespace evenkeel {

/// Whether one host can be there: not port 0, nor an unspecified, multicast or broadcast address. A link or reply code
/// must not make a program send to a whole network.
bool is_callable(const Endpoint& endpoint);

/// Bytes that write_call_addresses() takes at most.
constexpr std::size_t max_call_address_bytes(std::size_t addresses) { return 1 + 19 * addresses; }

/// A byte with their number, then for each a byte 4 or 6, the address and the port. Writes the first `max` of those
/// that are callable.
void write_call_addresses(ByteWriter& writer, std::span<const Endpoint> addresses, std::size_t max);

/// Nullopt unless they are 1 to `max` callable ones, written in the one way that there is for each.
std::optional<std::vector<Endpoint>> read_call_addresses(ByteReader& reader, std::size_t max);

}  // namespace evenkeel
