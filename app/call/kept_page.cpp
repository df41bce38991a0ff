#include "app/call/kept_page.h"

#include <filesystem>

#include "app/cli/option_file.h"
#include "app/files/home_folder.h"
#include "app/files/output_folder.h"

namespace evenkeel {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_kept_size = 65536;

std::string problem(const fs::path& path, const std::string& what) {
  return "The kept certificate of the page, '" + path.string() + "', " + what;
}

Parsed<TlsContext> read_kept(const fs::path& path) {
  std::error_code failed;
  (void)OutputFolder::open(path.parent_path().string(), failed);
  if (failed) return {std::nullopt, problem(path, "cannot be trusted: " + failed.message() + ".")};
  auto text = read_option_file("--keep-link", path.string(), max_kept_size, true);
  if (!text) return {std::nullopt, text.error};
  PemFile pem;
  pem.name = path.string();
  pem.text = std::move(*text.value);
  auto kept = TlsContext::from_pem(pem, pem);
  if (!kept) kept.error = problem(path, "cannot be used: remove it for a new one.");
  return kept;
}

Parsed<TlsContext> make_kept(const fs::path& path, const IpAddress& address) {
  const PemFile pem = TlsContext::self_signed_pem(address);
  std::error_code failed;
  const OutputFolder folder = OutputFolder::create(path.parent_path().string(), failed);
  if (!failed) failed = folder.replace_file(path.filename().string(), pem.text, Readers::owner, Special::refused, true);
  if (failed) return {std::nullopt, problem(path, "cannot be written: " + failed.message() + ".")};
  return TlsContext::from_pem(pem, pem);
}

}  // namespace

Parsed<TlsContext> kept_page_certificate(const IpAddress& address) {
  const std::string state = state_folder();
  if (state.empty()) {
    return {
        std::nullopt,
        "The page's certificate cannot be kept: neither HOME nor passwd names a home folder; set HOME, or leave out "
        "--keep-link."};
  }
  const fs::path path = fs::path(state) / "evenkeel" / "page.pem";
  std::error_code unknown;
  if (fs::exists(fs::symlink_status(path, unknown))) {
    auto kept = read_kept(path);
    if (!kept || !kept.value->has_expired()) return kept;
  }
  return make_kept(path, address);
}

}  // namespace evenkeel
