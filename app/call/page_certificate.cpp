#include "app/call/page_certificate.h"

#include <utility>

#include "app/cli/option_file.h"

namespace evenkeel {
namespace {

constexpr std::size_t max_certificate_size = 65536;

Parsed<PemFile> read_pem(const std::string& option, const std::string& path, bool is_secret) {
  auto file = read_option_file(option, path, max_certificate_size, is_secret);
  if (!file) return {std::nullopt, file.error};
  Parsed<PemFile> pem{PemFile{path, {}}, ""};
  pem.value->text = std::move(*file.value);
  return pem;
}

}  // namespace

Parsed<TlsContext> read_page_certificate(const std::string& certificates, const std::string& key) {
  const auto shown = read_pem("--page-cert", certificates, false);
  if (!shown) return {std::nullopt, shown.error};
  const auto secret = read_pem("--page-key", key, true);
  if (!secret) return {std::nullopt, secret.error};
  return TlsContext::from_pem(*shown, *secret);
}

}  // namespace evenkeel
