#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/cli/call_options.h"
#include "core/base/endpoint.h"
#include "core/base/parsed.h"
#include "core/net/secure/certificate.h"
#include "core/session/used_nonces.h"
#include "core/signal/link.h"

namespace evenkeel {

/// What a listener is known by: its certificate, and the secret of its link. New at each start unless it is kept.
struct Invitation {
  Certificate certificate;
  LinkSecret secret{};
};

/// What one program keeps of its link while it runs: all its listeners, one after the other, go by it until somebody
/// wants another.
struct LinkMemory {
  std::optional<Invitation> invitation{};  ///< nullopt before the first listener
  std::shared_ptr<KnockMemory> knocks = std::make_shared<KnockMemory>();
};

/// The error is one sentence.
Parsed<Invitation> make_invitation(const CallOptions& options);

/// Another than any before. With --keep-link it is what the next start begins with, once keep_invitation() was called,
/// which does nothing without, and returns a sentence about what failed, or nothing.
Invitation new_invitation();
std::string keep_invitation(const Invitation& invitation, const CallOptions& options);

struct LinkAddresses {
  std::vector<Endpoint> all;  ///< at most CallLink::max_addresses
  std::size_t left_out = 0;   ///< that found no place
};

/// Where a listener that is bound there is reached: those that it was told, the one that a router maps to it, those of
/// this machine (`own`), and those outside that servers told, which have their place also where this machine has many.
LinkAddresses link_addresses(const std::vector<Endpoint>& told, const Endpoint& bound, std::span<const IpAddress> own,
                             const std::optional<Endpoint>& mapped = std::nullopt,
                             const std::vector<Endpoint>& outside = {});

/// `page`: what stands before the "#".
std::string link_to(const Invitation& invitation, const std::vector<Endpoint>& addresses, const std::string& page);

/// Writes the link to a file that only its owner reads (--link-file). A file that is there is replaced if it is empty
/// or holds nothing but a link, as one of an earlier start does, or with `overwrite`. Returns nothing, or what failed.
std::string write_link_file(const std::string& path, const std::string& link, bool overwrite);

}  // namespace evenkeel
