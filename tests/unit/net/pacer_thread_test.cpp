#include "core/net/pacer_thread.h"

#include <catch2/catch.hpp>
#include <future>

#include "core/control/factory/controller_factory.h"
#include "core/net/clock.h"
#include "core/pacing/pacer_factory.h"

using namespace evenkeel;

namespace {

class Nowhere final : public DatagramSink {
 public:
  bool send(Datagram, const Endpoint&, std::uint8_t) override { return true; }
};

bool soon(const std::function<bool()>& condition) {
  const LocalTime end = monotonic_now() + 5s;
  while (!condition() && monotonic_now() < end) std::this_thread::sleep_for(1ms);
  return condition();
}

}  // namespace

TEST_CASE("However many commands wait, the start and the end of the call are carried out") {
  Nowhere sink;
  PacerThread pacer({"out", monotonic_now(), false, {}},
                    std::make_unique<Sender>(SenderConfig{}, make_controller("fixed"), make_pacer("rmc")), sink);
  const auto with_full_queue = [&](const std::function<void()>& act) {
    std::promise<void> go_on;
    std::shared_future<void> wait = go_on.get_future().share();
    pacer.post([wait](Sender&, LocalTime) { wait.wait(); });
    while (pacer.post([](Sender&, LocalTime) {})) {
    }
    act();
    go_on.set_value();
  };
  with_full_queue([&] { pacer.start({}, DelayKind::estimated); });
  CHECK(soon([&] { return pacer.signals().running.load(); }));
  with_full_queue([&] { pacer.suspend(); });
  CHECK(soon([&] { return !pacer.signals().running; }));
  with_full_queue([&] {
    pacer.suspend();
    pacer.start({}, DelayKind::estimated);
    pacer.suspend();
  });
  std::atomic<int> running = -1;
  const auto ask = [&](Sender& sender, LocalTime) { running = sender.running() ? 1 : 0; };
  CHECK(soon([&] { return pacer.post(ask); }));
  CHECK(soon([&] { return running >= 0; }));
  CHECK(running == 0);
}
