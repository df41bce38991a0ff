#include "app/call/invitation.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/files/home_folder.h"
#include "app/files/output_folder.h"
#include "app/files/private_file.h"
#include "core/net/secure/openssl_cryptography.h"

namespace evenkeel {
namespace {

namespace fs = std::filesystem;

Parsed<fs::path> kept_file() {
  const std::string folder = state_folder();
  if (!folder.empty()) return {fs::path(folder) / "evenkeel" / "listener.pem", ""};
  return {std::nullopt,
          "The link cannot be kept: neither HOME nor passwd names a home folder; set HOME, or leave out --keep-link."};
}

constexpr std::string_view secret_line = "evenkeel-link-secret ";

std::string to_text(const Invitation& invitation) {
  std::string text(secret_line);
  for (const std::uint8_t byte : invitation.secret) {
    constexpr std::string_view digits = "0123456789abcdef";
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text + '\n' + invitation.certificate.to_pem();
}

bool read_secret(std::string_view hex, LinkSecret& secret) {
  if (hex.size() < 2 * secret.size()) return false;
  for (std::size_t i = 0; i < secret.size(); ++i) {
    unsigned byte = 0;
    if (std::sscanf(std::string(hex.substr(2 * i, 2)).c_str(), "%2x", &byte) != 1) return false;
    secret[i] = static_cast<std::uint8_t>(byte);
  }
  return true;
}

Parsed<Invitation> from_text(const std::string& text) {
  LinkSecret secret{};
  if (!text.starts_with(secret_line) || !read_secret(text.substr(secret_line.size()), secret)) {
    return {std::nullopt, "it has no secret of a link"};
  }
  const auto certificate = Certificate::from_pem(text.substr(text.find('\n') + 1));
  if (!certificate) return {std::nullopt, certificate.error};
  return {Invitation{*certificate, secret}, ""};
}

bool others_may_read(const fs::path& path) {
  std::error_code failed;
  return (fs::status(path, failed).permissions() & (fs::perms::group_all | fs::perms::others_all)) != fs::perms::none;
}

// Others hold this link: whatever happens, the file has the old one or the new one.
std::string write_kept(const fs::path& path, const Invitation& invitation) {
  std::error_code failed;
  const OutputFolder folder = OutputFolder::create(path.parent_path().string(), failed);
  const std::string name = path.filename().string();
  if (!failed) failed = folder.replace_file(name, to_text(invitation), Readers::owner, Special::refused, true);
  return failed ? "The kept link, '" + path.string() + "', cannot be written: " + failed.message() + "." : "";
}

Parsed<Invitation> kept_invitation() {
  const auto file = kept_file();
  if (!file) return {std::nullopt, file.error};
  const fs::path& path = *file;
  const std::string where = "The kept link, '" + path.string() + "', ";
  std::error_code failed;
  if (fs::exists(path, failed)) {
    (void)OutputFolder::open(path.parent_path().string(), failed);
    if (failed) return {std::nullopt, where + "cannot be trusted: " + failed.message() + "."};
    if (others_may_read(path)) return {std::nullopt, where + "can be read by others: remove it for a new one."};
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    auto kept = from_text(text.str());
    if (!kept) kept.error = where + "cannot be used: " + kept.error + "; remove it for a new one.";
    return kept;
  }
  const Invitation fresh = new_invitation();
  const std::string error = write_kept(path, fresh);
  if (!error.empty()) return {std::nullopt, error};
  return {fresh, ""};
}

/// Of a file with anything but one line that is a link. Pipes and devices hold nothing.
bool holds_other_text(const fs::path& path) {
  std::error_code failed;
  if (!fs::is_regular_file(path, failed)) return false;
  constexpr std::size_t max_length = 2048;
  std::string text(max_length + 1, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.empty() && fs::file_size(path, failed) == 0) return false;
  if (text.ends_with('\n')) text.pop_back();
  const auto is_graphic = [](char c) { return c > ' ' && c < 127; };
  return text.size() > max_length || !std::ranges::all_of(text, is_graphic) || !read_link(text, openssl_cryptography());
}

}  // namespace

// At most as many as a link holds, each once, those that somebody chose first. Those outside come last: who is in the
// same network has a better way.
LinkAddresses link_addresses(const std::vector<Endpoint>& told, const Endpoint& bound, std::span<const IpAddress> own,
                             const std::optional<Endpoint>& mapped, const std::vector<Endpoint>& outside) {
  LinkAddresses link;
  std::size_t places = CallLink::max_addresses;
  const auto add = [&](const Endpoint& endpoint) {
    if (std::ranges::find(link.all, endpoint) != link.all.end()) return;
    link.all.size() < places ? link.all.push_back(endpoint) : void(++link.left_out);
  };
  std::ranges::for_each(told, add);
  if (mapped) add(*mapped);
  places -= std::min(outside.size(), places);
  const bool everywhere = bound.address == IpAddress{} || bound.address == any_ipv4;
  if (!everywhere) add(bound);
  if (everywhere) {
    for (const IpAddress& address : own) {
      if (bound.address != any_ipv4 || is_ipv4(address)) add({address, bound.port});
    }
  }
  places = CallLink::max_addresses;
  std::ranges::for_each(outside, add);
  return link;
}

Invitation new_invitation() {
  Invitation invitation{Certificate::make(), {}};
  system_random()(invitation.secret);
  return invitation;
}

std::string keep_invitation(const Invitation& invitation, const CallOptions& options) {
  if (!options.keep_link) return {};
  const auto path = kept_file();
  return path ? write_kept(*path, invitation) : path.error;
}

Parsed<Invitation> make_invitation(const CallOptions& options) {
  if (options.keep_link) return kept_invitation();
  return {new_invitation(), ""};
}

std::string link_to(const Invitation& invitation, const std::vector<Endpoint>& addresses, const std::string& page) {
  CallLink link;
  link.secret = invitation.secret;
  link.fingerprint = invitation.certificate.fingerprint();
  link.addresses = addresses;
  return write_link(link, page, openssl_cryptography());
}

std::string write_link_file(const std::string& path, const std::string& link, bool overwrite) {
  if (!overwrite && holds_other_text(path)) {
    return "'" + path + "' exists and is no link: choose another --link-file, or replace it by --overwrite.";
  }
  const std::error_code error = replace_file(path, link + '\n', Readers::owner);
  return error ? "Cannot write the link to '" + path + "': " + error.message() + "; choose another --link-file." : "";
}

}  // namespace evenkeel
