// A plug-in of GStreamer that ends any program that loads it, as broken drivers do.

#include <cstdlib>

namespace {
struct Abort {
  Abort() { std::abort(); }
} abort_now;
}  // namespace
