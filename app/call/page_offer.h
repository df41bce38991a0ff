#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/call_options.h"
#include "core/base/endpoint.h"
#include "core/net/secure/page_server.h"

namespace evenkeel {

/// The page for browsers that a listener's link leads to: where it lies, and the server of it where it is our own.
class PageOffer {
 public:
  /// Of a listener that is bound to `bound` and reached at `addresses`, of which there is at least one. Returns
  /// nothing, or one sentence that says what failed. Again with other addresses: what leads to the page names them, and
  /// a certificate of our own too.
  std::string open(const CallOptions& options, const Endpoint& bound, const std::vector<Endpoint>& addresses);

  /// Whether open() failed because a file with a certificate or a key cannot be used.
  bool certificate_is_wrong() const { return certificate_is_wrong_; }

  /// Where our own server waits, if the link leads to it by its address: what a router may map. Otherwise nullopt.
  std::optional<Endpoint> mappable() const;
  /// Where others reach that from outside; from the next open() on the link leads there.
  void set_mapped(const std::optional<Endpoint>& mapped) { mapped_ = mapped; }

  /// What stands before the "#" of the link.
  const std::string& url() const { return url_; }
  /// What people are told of our own server: its place, and the fingerprint of its certificate; empty where there is
  /// none.
  const std::string& notice() const { return notice_; }
  /// SHA-256 of the certificate that browsers warn of, since no authority signed it, as they show it; empty where they
  /// do not.
  const std::string& unknown_certificate() const { return unknown_certificate_; }

 private:
  std::string serve(const CallOptions& options, const Endpoint& bound, const std::vector<Endpoint>& addresses);
  bool names_another(const std::vector<Endpoint>& addresses) const;
  IpAddress address_of(const std::vector<Endpoint>& addresses) const;
  void name_place(const std::vector<Endpoint>& addresses);

  std::string url_ = "evenkeel:";
  std::string notice_;
  std::string unknown_certificate_;
  Endpoint bind_;                       // of our own server
  std::string host_;                    // that its certificate names
  std::optional<IpAddress> certified_;  // that its certificate names, where we made it
  std::string fingerprint_;             // of that
  std::optional<Endpoint> mapped_;
  bool certificate_is_wrong_ = false;
  bool elsewhere_ = false;  // the page that the link leads to
  std::unique_ptr<PageServer> server_;
};

}  // namespace evenkeel
