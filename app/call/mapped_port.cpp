#include "app/call/mapped_port.h"

#include <algorithm>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
#include <utility>

#include "app/process/program_end.h"
#include "core/net/clock.h"
#include "core/net/port_mapping/routers.h"

namespace evenkeel {

struct MappedPort::Shared {
  std::mutex mutex;
  std::condition_variable changed;
  bool stop = false;
  std::optional<Mapped> news;
  std::weak_ptr<PromisedWork> work;  // of the thread
  std::optional<Ended> ended;

  bool stopped() {
    const std::lock_guard lock(mutex);
    return stop;
  }
  void tell(const Mapped& mapped) {
    const std::lock_guard lock(mutex);
    news = mapped;
  }
  void tell_end(Ended how) {
    const std::lock_guard lock(mutex);
    ended = how;
    changed.notify_all();
  }
  /// Until then, or until it is to stop.
  void wait_until(std::optional<LocalTime> time) {
    std::unique_lock lock(mutex);
    const auto stopping = [this] { return stop; };
    if (!time) return changed.wait(lock, stopping);
    changed.wait_for(lock, *time - monotonic_now(), stopping);
  }
};

namespace {

constexpr std::chrono::milliseconds turn_step{20};

/// The end of the thread before, in exchange for that of a new one.
std::shared_future<void> take_turn(std::shared_future<void> own_end) {
  static std::mutex mutex;
  static std::shared_future<void> last;
  const std::lock_guard lock(mutex);
  return std::exchange(last, std::move(own_end));
}

/// False: it is to stop before its turn. Even then the next one comes after the one before.
template <class Shared>
bool await_turn(const std::shared_future<void>& turn, Shared& shared) {
  if (!turn.valid()) return true;
  while (turn.wait_for(turn_step) != std::future_status::ready) {
    if (!shared.stopped()) continue;
    shared.tell_end(MappedPort::Ended::gone);
    turn.wait();
    return false;
  }
  return true;
}

MappedPort::Mapped failed(const std::string& why) { return {{std::nullopt, "", false, why}, {}}; }

/// The mappers of both ports, on the thread that may wait for a router.
class Mappers {
 public:
  using Stop = std::function<bool()>;
  Mappers(const Endpoint& bound, const std::optional<Endpoint>& page, const MappedPort::MakeRouters& make_routers,
          const Stop& stop)
      : port_(make(bound, PortProtocol::udp, make_routers, stop)) {
    if (page) page_.emplace(make(*page, PortProtocol::tcp, make_routers, stop));
  }

  // Without the call's port nobody outside needs the page.
  MappedPort::Mapped ask() {
    MappedPort::Mapped mapped{port_.ask(monotonic_now()), {}};
    if (page_ && mapped.port.external) mapped.page = page_->ask(monotonic_now());
    return mapped;
  }
  std::optional<LocalTime> next() const {
    const auto of_page = page_ ? page_->next() : std::nullopt;
    return port_.next() && of_page ? std::min(port_.next(), of_page) : port_.next();
  }
  bool undo() {
    const bool port_is_gone = port_.undo();
    return (!page_ || page_->undo()) && port_is_gone;
  }

 private:
  static PortMapper make(const Endpoint& bound, PortProtocol protocol, const MappedPort::MakeRouters& make_routers,
                         const Stop& stop) {
    return PortMapper({make_routers(bound, protocol, stop), bound.port, draw_port, stop});
  }

  PortMapper port_;
  std::optional<PortMapper> page_;
};

template <class Shared>
void keep_mapped(Mappers& mappers, Shared& shared) {
  MappedPort::Mapped told;
  for (bool first = true; !shared.stopped(); first = false) {
    const MappedPort::Mapped mapped = mappers.ask();
    if (first || mapped != told) shared.tell(mapped);
    told = mapped;
    shared.wait_until(mappers.next());
  }
}

/// Whether nothing is left of it. No exception leaves it: that would end the program.
template <class Shared>
bool map(const Endpoint& bound, const std::optional<Endpoint>& page, const MappedPort::MakeRouters& make_routers,
         Shared& shared) {
  const auto stop = [&] { return shared.stopped(); };
  std::optional<Mappers> mappers;
  const auto guarded = [&](const auto& action) {
    try {
      return action();
    } catch (const std::exception& error) {
      shared.tell(failed(error.what()));
      return false;
    }
  };
  guarded([&] {
    mappers.emplace(bound, page, make_routers, stop);
    keep_mapped(*mappers, shared);
    return true;
  });
  return !mappers || guarded([&] { return mappers->undo(); });
}

}  // namespace

MappedPort::MappedPort(const Endpoint& bound, const std::optional<Endpoint>& page, const MakeRouters& make_routers)
    : shared_(std::make_shared<Shared>()) {
  auto own_end = std::make_unique<std::promise<void>>();
  const auto turn = take_turn(own_end->get_future().share());
  auto work = std::make_shared<PromisedWork>();
  shared_->work = work;
  try {
    std::thread([shared = shared_, bound, page, make_routers, turn, own_end = std::move(own_end),
                 work = std::move(work)] {
      if (await_turn(turn, *shared)) {
        const bool gone = map(bound, page, make_routers, *shared);
        shared->tell_end(gone ? Ended::gone : Ended::stays);
      }
      own_end->set_value();
    }).detach();
  } catch (const std::system_error& error) {  // no more threads; the promise is broken, which is an end as well
    shared_->tell(failed(error.what()));
    shared_->tell_end(Ended::gone);
  }
}

std::optional<MappedPort::Mapped> MappedPort::take() {
  const std::lock_guard lock(shared_->mutex);
  return std::exchange(shared_->news, std::nullopt);
}

void MappedPort::end() {
  const std::lock_guard lock(shared_->mutex);
  if (const auto work = shared_->work.lock()) work->wait_from_now();
  shared_->stop = true;
  shared_->changed.notify_all();
}

MappedPort::Ended MappedPort::wait_until_gone(Duration at_most) {
  end();
  std::unique_lock lock(shared_->mutex);
  shared_->changed.wait_for(lock, at_most, [this] { return shared_->ended.has_value(); });
  return shared_->ended.value_or(Ended::unknown);
}

}  // namespace evenkeel
