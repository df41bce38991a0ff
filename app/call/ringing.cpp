#include "app/call/ringing.h"

namespace evenkeel {

Ringing::Where Ringing::step(bool rings, bool is_caller, LocalTime now) {
  if (!rings) {
    since_.reset();
    return Where::nowhere;
  }
  if (!since_) since_ = now;
  if (!is_caller) return Where::here;
  return now - *since_ >= before_caller_hears ? Where::there : Where::nowhere;
}

}  // namespace evenkeel
