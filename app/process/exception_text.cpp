#include "app/process/exception_text.h"

#include <boost/system/system_error.hpp>
#include <cerrno>
#include <cstring>
#include <new>
#include <system_error>

namespace evenkeel {
namespace {

/// As in errno; 0 where it is not known.
int reason_of(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return ENOMEM;
  if (const auto* standard = dynamic_cast<const std::system_error*>(&error)) return standard->code().value();
  if (const auto* boost = dynamic_cast<const boost::system::system_error*>(&error)) return boost->code().value();
  return 0;
}

bool is_of_limits(int reason) {
  return reason == EMFILE || reason == ENFILE || reason == EAGAIN || reason == ENOMEM || reason == ENOBUFS;
}

}  // namespace

std::string exception_text(const std::exception& error) {
  const int reason = reason_of(error);
  if (!is_of_limits(reason)) {
    return std::string("Evenkeel cannot go on (") + error.what() + "): please report how this came about.";
  }
  return std::string("This machine gives Evenkeel no more threads, files or memory (") + std::strerror(reason) +
         "): end other programs, or raise the limits that 'ulimit -a' shows.";
}

}  // namespace evenkeel
