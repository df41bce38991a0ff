#pragma once

#include <future>
#include <memory>
#include <system_error>
#include <type_traits>
#include <utility>

namespace evenkeel {

/// As std::async: the work in a thread of its own, for which the future's destructor waits. Where the machine has no
/// thread left the work is done here and now, and the future is ready: a thread that catches nothing may call it.
template <class Work>
std::future<std::invoke_result_t<Work&>> run_beside(Work work) {
  const auto shared = std::make_shared<Work>(std::move(work));
  const auto run = [shared] { return (*shared)(); };
  try {
    return std::async(std::launch::async, run);
  } catch (const std::system_error&) {
    std::packaged_task<std::invoke_result_t<Work&>()> here(run);
    here();
    return here.get_future();
  }
}

}  // namespace evenkeel
