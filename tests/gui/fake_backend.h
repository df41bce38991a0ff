#pragma once

#include <utility>
#include <variant>
#include <vector>

#include "gui/backend/call_backend.h"

namespace evenkeel::test {

/// Keeps the commands that it is sent, and gives what the test has prepared.
class FakeBackend : public CallBackend {
 public:
  CallUpdates next;  ///< for the next poll; the status stays for all that follow
  std::vector<CallCommand> commands;
  int polls = 0;

  void send(CallCommand command) override { commands.push_back(std::move(command)); }
  void poll(CallUpdates& updates) override {
    ++polls;
    updates = std::exchange(next, {});
    next.status = updates.status;
  }
  PictureSlot& remote_pictures() override { return remote_; }
  PictureSlot& own_pictures() override { return own_; }

  /// The commands of one kind, in their order.
  template <class Command>
  std::vector<Command> sent() const {
    std::vector<Command> found;
    for (const CallCommand& command : commands)
      if (const auto* one = std::get_if<Command>(&command)) found.push_back(*one);
    return found;
  }

 private:
  PictureSlot remote_;
  PictureSlot own_;
};

}  // namespace evenkeel::test
