#include "core/net/event_loop.h"

#include <boost/asio/io_context.hpp>

namespace evenkeel {

EventLoop::EventLoop() : context_(std::make_unique<boost::asio::io_context>()) {}

EventLoop::~EventLoop() = default;

}  // namespace evenkeel
