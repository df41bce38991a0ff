#include "app/call/server_session.h"

#include <condition_variable>
#include <mutex>
#include <thread>

#include "app/process/program_end.h"

namespace evenkeel {
namespace {

// Never destroyed: a thread that is left behind may outlast main().
struct Errands {
  std::mutex mutex;
  std::condition_variable changed;
  int count = 0;  // under mutex
};

Errands& errands() {
  static auto* const all = new Errands;
  return *all;
}

}  // namespace

ServerErrand::ServerErrand() {
  Errands& all = errands();
  const std::lock_guard lock(all.mutex);
  ++all.count;
}

ServerErrand::~ServerErrand() {
  Errands& all = errands();
  const std::lock_guard lock(all.mutex);
  --all.count;
  all.changed.notify_all();
}

void finish_server_errands() {
  Errands& all = errands();
  std::unique_lock lock(all.mutex);
  all.changed.wait_for(lock, ServerSession::goodbye_limit, [&] { return all.count == 0; });
}

ServerSession::ServerSession(WhipServer server, HttpUrl resource)
    : server_(std::move(server)), resource_(std::move(resource)) {}

ServerSession::~ServerSession() {
  struct Goodbye {
    DetachedWork left;
    std::unique_ptr<ServerErrand> errand;
    WhipServer server;
    HttpUrl resource;
  };
  try {
    auto goodbye = std::make_unique<Goodbye>();
    goodbye->errand = std::move(errand_);
    goodbye->server = std::move(server_);
    goodbye->resource = std::move(resource_);
    std::thread([goodbye = std::move(goodbye)] {
      delete_call(goodbye->server, goodbye->resource, goodbye_limit);
    }).detach();
  } catch (const std::exception&) {  // no thread: the server ends the call by itself once it hears nothing
  }
}

}  // namespace evenkeel
