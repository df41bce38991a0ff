#include "core/net/secure/page_server.h"

#include <sys/resource.h>
#include <unistd.h>
#include <exception>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <list>
#include <thread>
#include <vector>

#include "core/base/address_scope.h"
#include "core/net/secure/crowded_out.h"
#include "core/net/secure/page_connection.h"
#include "core/net/secure/tls_parts.h"

namespace evenkeel {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using Error = boost::system::error_code;

constexpr int backlog = 256;  // connections that the kernel keeps until they are accepted
constexpr Duration pause_without_resources = 100ms;
constexpr int politeness = 10;  // nice(2)

IpAddress address_of(const tcp::endpoint& e) {
  const auto v6 =
      e.address().is_v6() ? e.address().to_v6() : asio::ip::make_address_v6(asio::ip::v4_mapped, e.address().to_v4());
  return v6.to_bytes();
}

tcp::endpoint endpoint_of(const Endpoint& e, bool ipv6) {
  const asio::ip::address_v6 v6(e.address);
  if (!ipv6) return {asio::ip::make_address_v4(asio::ip::v4_mapped, v6), e.port};
  return {v6, e.port};
}

Error listen(tcp::acceptor& acceptor, const Endpoint& at) {
  const bool ipv6 = !is_ipv4(at);
  Error error, ignored;
  acceptor.close(ignored);
  acceptor.open(ipv6 ? tcp::v6() : tcp::v4(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);  // after a restart
  if (!error && ipv6) acceptor.set_option(asio::ip::v6_only(false), error);
  if (!error) acceptor.bind(endpoint_of(at, ipv6), error);
  if (!error) acceptor.listen(backlog, error);
  return error;
}

Error listen_where_possible(tcp::acceptor& acceptor, const Endpoint& at) {
  if (!is_everywhere(at.address)) return listen(acceptor, at);
  const Error error = listen(acceptor, {IpAddress{}, at.port});
  const bool no_ipv6 = error == asio::error::address_family_not_supported || error == std::errc::address_not_available;
  return no_ipv6 ? listen(acceptor, {any_ipv4, at.port}) : error;
}

std::string sentence(const Endpoint& at, const Error& error) {
  const tcp::endpoint where = endpoint_of(at, !is_ipv4(at));
  if (error == asio::error::address_in_use)
    return "The page cannot be served, since another program has port " + std::to_string(at.port) +
           ": end it, or choose another port (--page-bind).";
  const std::string host = where.address().to_string();
  return "Cannot serve the page at " + (is_ipv4(at) ? host : '[' + host + ']') + ':' + std::to_string(at.port) + " (" +
         error.message() + "): check the address of --page-bind.";
}

}  // namespace

struct PageServer::Shell {
  explicit Shell(const TlsContext& tls) : tls_context(tls), context(shared(tls)) {}

  // Asio's owns what it is given.
  static SSL_CTX* shared(const TlsContext& tls) {
    SSL_CTX* context = tls.parts().context.get();
    must_succeed(SSL_CTX_up_ref(context) == 1);
    return context;
  }

  struct Place {
    Visitor visitor;
    std::shared_ptr<PageConnection> connection;
  };

  void accept() {
    acceptor.async_accept([this](Error error, tcp::socket socket) {
      if (!acceptor.is_open()) return;
      if (error) return accept_later();
      try {
        admit(std::move(socket));
      } catch (const std::exception&) {  // no memory for it: the next may find some
      }
      accept();
    });
  }

  // No descriptors or memory: a loop would take a whole core.
  void accept_later() {
    timer.expires_after(pause_without_resources);
    timer.async_wait([this](Error error) {
      if (!error) accept();
    });
  }

  void admit(tcp::socket socket) {
    Error error;
    const Visitor visitor{address_of(socket.remote_endpoint(error))};
    if (error || !make_room(visitor)) return;
    auto connection =
        PageConnection::make(std::move(socket), context, page, [this](const PageConnection& ended) { remove(ended); });
    places.push_back({visitor, connection});
    connection->start(time_limit);
  }

  // False where it is the new one that gives way.
  bool make_room(const Visitor& next) {
    if (places.size() < max_connections) return true;
    std::vector<Visitor> visitors;
    for (const Place& place : places) visitors.push_back({place.visitor.from, place.connection->established()});
    visitors.push_back(next);
    const std::size_t index = crowded_out(visitors);
    if (index == places.size()) return false;
    const auto connection = std::next(places.begin(), static_cast<std::ptrdiff_t>(index))->connection;
    connection->close();
    return true;
  }

  void remove(const PageConnection& ended) {
    places.remove_if([&](const Place& place) { return place.connection.get() == &ended; });
  }

  void run() {
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), politeness);
    accept();
    while (!io.stopped()) run_handlers();
  }

  // A visitor's connection that finds no memory ends; the program does not.
  void run_handlers() {
    try {
      io.run();
    } catch (const std::exception&) {
    }
  }

  // Whatever waits in the loop is cancelled, so that run() returns.
  void stop() {
    Error ignored;
    acceptor.close(ignored);
    timer.cancel(ignored);
    const auto open = places;
    for (const Place& place : open) place.connection->close();
  }

  TlsContext tls_context;
  asio::io_context io{1};
  asio::ssl::context context;
  ServedPage page;
  Endpoint local;
  Duration time_limit{};
  tcp::acceptor acceptor{io};
  asio::steady_timer timer{io};
  std::list<Place> places;
  std::thread thread;
};

PageServer::PageServer(const TlsContext& tls) : shell_(std::make_unique<Shell>(tls)) {}

// NOLINTNEXTLINE(bugprone-exception-escape): there is a thread to join, and without memory there is no way on.
PageServer::~PageServer() {
  if (!shell_->thread.joinable()) return;
  asio::post(shell_->io, [shell = shell_.get()] { shell->stop(); });
  shell_->thread.join();
}

std::string PageServer::open(const Config& config) {
  Error error = listen_where_possible(shell_->acceptor, config.bind);
  if (error == asio::error::address_in_use && config.or_any_port) {
    error = listen_where_possible(shell_->acceptor, {config.bind.address, 0});
  }
  if (error) return sentence(config.bind, error);
  shell_->page = {config.page, config.policy};
  shell_->time_limit = config.time_limit;
  const tcp::endpoint at = shell_->acceptor.local_endpoint(error);
  shell_->local = {address_of(at), at.port()};
  shell_->thread = std::thread([shell = shell_.get()] { shell->run(); });
  return {};
}

Endpoint PageServer::local() const { return shell_->local; }

}  // namespace evenkeel
