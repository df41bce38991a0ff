#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "app/process/program_end.h"

namespace evenkeel {

/// Does the work in a thread of its own, and waits for it for `patience`. Returns nullopt if it takes longer: then it
/// goes on without anybody, and end_program() waits for it for some seconds more, with `news`. So it must own
/// everything that it uses.
template <class T>
std::optional<T> do_within(std::chrono::nanoseconds patience, std::string news, std::function<T()> work) {
  const auto task = std::make_shared<std::packaged_task<T()>>(std::move(work));
  std::future<T> value = task->get_future();
  auto promised = std::make_unique<PromisedWork>(std::chrono::seconds(10), std::move(news));
  try {
    std::thread([promised = std::move(promised), task]() mutable {
      std::packaged_task<T()> first = std::move(*task);  // its captures are destroyed before `promised`
      first();
    }).detach();
  } catch (const std::system_error&) {
    (*task)();  // no thread is left, and destructors call this
  }
  if (value.wait_for(patience) != std::future_status::ready) return std::nullopt;
  return value.get();
}

}  // namespace evenkeel
