#include "core/net/secure/host_lookup.h"

#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <thread>

#include "core/base/address_scope.h"
#include "core/net/secure/http_url.h"

namespace evenkeel {
namespace {

/// What the thread and who waits for it share.
struct Lookup {
  std::string host;
  std::shared_ptr<void> held;
  Cancellation done;
  std::mutex mutex;
  FoundHost found;  // under mutex
};

IpAddress address_of(const sockaddr& from) {
  IpAddress address = any_ipv4;
  if (from.sa_family == AF_INET) {
    std::memcpy(address.data() + 12, &reinterpret_cast<const sockaddr_in&>(from).sin_addr, 4);
  } else {
    std::memcpy(address.data(), &reinterpret_cast<const sockaddr_in6&>(from).sin6_addr, address.size());
  }
  return address;
}

std::string why_not(int code) { return code == EAI_SYSTEM ? std::strerror(errno) : gai_strerror(code); }

FoundHost ask(const std::string& host) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  FoundHost found;
  if (const int code = getaddrinfo(host.c_str(), nullptr, &hints, &list); code != 0) {
    found.failure = {HttpFailure::Kind::name, why_not(code)};
    return found;
  }
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owned(list, freeaddrinfo);
  for (const addrinfo* a = list; a != nullptr && found.addresses.size() < max_host_addresses; a = a->ai_next) {
    const bool known = a->ai_family == AF_INET || a->ai_family == AF_INET6;
    if (known) found.addresses.push_back({address_of(*a->ai_addr), 0});
  }
  if (found.addresses.empty()) found.failure = {HttpFailure::Kind::name, "it has no address"};
  return found;
}

FoundHost at_port(FoundHost found, std::uint16_t port) {
  for (Endpoint& endpoint : found.addresses) endpoint.port = port;
  return found;
}

void run(Lookup& lookup) {
  FoundHost found;
  try {
    found = ask(lookup.host);
  } catch (const std::exception&) {  // no memory, of which there is some for this
    found.failure = {HttpFailure::Kind::name, ""};
  }
  {
    const std::lock_guard lock(lookup.mutex);
    lookup.found = std::move(found);
  }
  lookup.done.cancel();
}

}  // namespace

FoundHost on_this_machine(FoundHost found) {
  std::erase_if(found.addresses, [](const Endpoint& e) { return !is_loopback(e.address); });
  if (!found.failure && found.addresses.empty()) found.failure = {HttpFailure::Kind::elsewhere, ""};
  return found;
}

FoundHost find_host(const std::string& host, std::uint16_t port, const RequestLimit& limit,
                    const std::shared_ptr<void>& held) {
  if (is_numeric_host(host)) return at_port(ask(host), port);  // nobody is asked
  const auto lookup = std::make_shared<Lookup>();
  lookup->host = host;
  lookup->held = held;
  std::thread([lookup] { run(*lookup); }).detach();
  const Waited waited = wait_for(lookup->done.file(), POLLIN, limit);
  if (waited == Waited::cancelled) return {{}, {HttpFailure::Kind::cancelled, ""}};
  if (waited == Waited::late) return {{}, {HttpFailure::Kind::late, "its name was being looked up"}};
  const std::lock_guard lock(lookup->mutex);
  return at_port(std::move(lookup->found), port);
}

}  // namespace evenkeel
