#pragma once

#include <memory>

namespace boost::asio {
class io_context;
}

namespace evenkeel {

/// Asio's io_context, for headers that need not read Asio's own.
class EventLoop {
 public:
  EventLoop();
  ~EventLoop();

  boost::asio::io_context& context() { return *context_; }

 private:
  std::unique_ptr<boost::asio::io_context> context_;
};

}  // namespace evenkeel
