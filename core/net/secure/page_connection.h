#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/time.h"

namespace evenkeel {

/// What a page server has to give, and the policy that browsers shall apply to it (Content Security Policy Level 3).
struct ServedPage {
  std::string_view text;  ///< HTML in UTF-8
  std::string policy;
};

/// One visitor of a page server: a handshake of TLS, one request, one answer, and goodbye, all of it within a time
/// limit. GET and HEAD of "/" get the page; others 404, 405, 400, or 431 for headers above 8 kB.
class PageConnection {
 public:
  /// `on_end` is called once. `context` and `page` must outlive it.
  static std::shared_ptr<PageConnection> make(boost::asio::ip::tcp::socket socket, boost::asio::ssl::context& context,
                                              const ServedPage& page, std::function<void(PageConnection&)> on_end);
  virtual ~PageConnection() = default;
  virtual void start(Duration time_limit) = 0;
  /// Its handshake is finished.
  virtual bool established() const = 0;
  virtual void close() = 0;
};

}  // namespace evenkeel
