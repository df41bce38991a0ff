#include "app/call/live_tuning.h"

#include "core/parameters/parameter_list.h"

namespace evenkeel {
namespace {

/// Commands of the pacer must be copyable, what they bring is not.
template <class T>
std::shared_ptr<std::unique_ptr<T>> share(std::unique_ptr<T> object) {
  return std::make_shared<std::unique_ptr<T>>(std::move(object));
}

}  // namespace

void change_parameter(PacerThread& pacer, const std::string& key, const std::string& text) {
  const auto dot = key.find('.');
  pacer.post([name = key.substr(0, dot), parameter = key.substr(dot + 1), text](Sender& sender, LocalTime) {
    if (sender.controller().name() == name) set_parameter(sender.controller(), parameter, text);
    if (sender.pacer().name() == name) set_parameter(sender.pacer(), parameter, text);
  });
}

void change_controller(PacerThread& pacer, std::unique_ptr<RateController> controller) {
  pacer.post([box = share(std::move(controller))](Sender& sender, LocalTime now) {
    sender.set_controller(std::move(*box), now);
  });
}

void change_send_loop(PacerThread& thread, std::unique_ptr<Pacer> pacer) {
  thread.post(
      [box = share(std::move(pacer))](Sender& sender, LocalTime now) { sender.set_pacer(std::move(*box), now); });
}

}  // namespace evenkeel
