#include "app/call/server_session.h"

#include <poll.h>

#include <chrono>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "core/net/clock.h"

namespace evenkeel {
namespace {

constexpr auto in_milliseconds(Duration time) { return std::chrono::duration_cast<std::chrono::milliseconds>(time); }

constexpr Duration slack = 500ms;  // of threads that begin late
constexpr auto goodbye_patience = in_milliseconds(ServerSession::goodbye_limit + slack);
constexpr auto asking_patience =
    in_milliseconds(ServerSession::goodbye_limit + whip_time_limit + late_answer_limit) + goodbye_patience;

struct Goodbye {
  HttpUrl called;
  Cancellation said;
};

// Never destroyed: a thread that is left behind may outlast main().
struct Goodbyes {
  std::mutex mutex;
  std::vector<std::shared_ptr<Goodbye>> all;  // under mutex
};

Goodbyes& goodbyes() {
  static auto* const made = new Goodbyes;
  return *made;
}

/// From the end of a call until its server knows.
class GoodbyeUnderWay {
 public:
  explicit GoodbyeUnderWay(const HttpUrl& called) : goodbye_(std::make_shared<Goodbye>()) {
    goodbye_->called = called;
    const std::lock_guard lock(goodbyes().mutex);
    goodbyes().all.push_back(goodbye_);
  }
  ~GoodbyeUnderWay() {
    {
      const std::lock_guard lock(goodbyes().mutex);
      std::erase(goodbyes().all, goodbye_);
    }
    goodbye_->said.cancel();
  }
  GoodbyeUnderWay(const GoodbyeUnderWay&) = delete;
  GoodbyeUnderWay& operator=(const GoodbyeUnderWay&) = delete;

 private:
  std::shared_ptr<Goodbye> goodbye_;
};

std::shared_ptr<Goodbye> goodbye_to(const HttpUrl& called) {
  const std::lock_guard lock(goodbyes().mutex);
  for (const auto& goodbye : goodbyes().all) {
    if (goodbye->called == called) return goodbye;
  }
  return nullptr;
}

/// In place where this machine has no more threads.
void run_apart(const std::function<void()>& errand) {
  try {
    std::thread(errand).detach();
  } catch (const std::system_error&) {
    errand();
  }
}

}  // namespace

ServerErrand::ServerErrand(Kind kind)
    : promise_(kind == Kind::asks ? asking_patience : goodbye_patience,
               kind == Kind::asks ? "waiting for the server's answer, to end the call there" : "") {}

ServerSession::ServerSession(WhipServer server, HttpUrl resource)
    : server_(std::move(server)), resource_(std::move(resource)) {}

ServerSession::~ServerSession() {
  try {
    const auto under_way = std::make_shared<GoodbyeUnderWay>(server_.url);
    run_apart([under_way, errand = std::move(errand_), server = std::move(server_), resource = std::move(resource_)] {
      delete_call(server, resource, goodbye_limit);
    });
  } catch (
      const std::exception&) {  // no memory or descriptors: the server ends the call by itself once it hears nothing
  }
}

void wait_for_goodbyes(const HttpUrl& called, const Cancellation& cancellation) {
  const RequestLimit limit{monotonic_now() + ServerSession::goodbye_limit, &cancellation};
  while (const auto goodbye = goodbye_to(called)) {
    if (wait_for(goodbye->said.file(), POLLIN, limit) != Waited::ready) return;
  }
}

void await_late_answer(const WhipServer& server, const LateAnswer& late) {
  run_apart([errand = std::make_shared<ServerErrand>(ServerErrand::Kind::asks), server, late] {
    const auto resource = late_resource(late, late_answer_limit);
    if (!resource) return;
    const GoodbyeUnderWay under_way(server.url);
    delete_call(server, *resource, ServerSession::goodbye_limit);
  });
}

}  // namespace evenkeel
