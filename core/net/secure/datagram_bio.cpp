#include "core/net/secure/datagram_bio.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace evenkeel {
namespace {

DatagramBio& self(BIO* bio) { return *static_cast<DatagramBio*>(BIO_get_data(bio)); }

}  // namespace

DatagramBio::DatagramBio() : bio_(BIO_new(method())) {
  must_succeed(bio_ != nullptr);
  BIO_set_data(bio_.get(), this);
  BIO_set_init(bio_.get(), 1);
}

// SSL_set_bio() takes one reference over where both are the same.
void DatagramBio::attach(SSL& ssl) {
  must_succeed(BIO_up_ref(bio_.get()) == 1);
  SSL_set_bio(&ssl, bio_.get(), bio_.get());
}

std::optional<DatagramBio::Datagram> DatagramBio::poll() {
  if (output_.empty()) return std::nullopt;
  polled_ = std::move(output_.front());
  output_.pop_front();
  return polled_;
}

BIO_METHOD* DatagramBio::method() {
  static BIO_METHOD* const method = [] {
    BIO_METHOD* made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "datagrams");
    must_succeed(made != nullptr && BIO_meth_set_read(made, read) == 1 && BIO_meth_set_write(made, write) == 1 &&
                 BIO_meth_set_ctrl(made, control) == 1);
    return made;
  }();
  return method;
}

// A datagram is read in one piece; what does not fit is lost, as with a socket.
int DatagramBio::read(BIO* bio, char* out, int size) {
  BIO_clear_retry_flags(bio);
  const Datagram input = std::exchange(self(bio).input_, {});
  if (input.empty() || size <= 0) {
    BIO_set_retry_read(bio);
    return -1;
  }
  const std::size_t count = std::min(input.size(), static_cast<std::size_t>(size));
  std::memcpy(out, input.data(), count);
  return static_cast<int>(count);
}

int DatagramBio::write(BIO* bio, const char* data, int size) {
  BIO_clear_retry_flags(bio);
  auto& output = self(bio).output_;
  if (output.size() < max_waiting) output.emplace_back(data, data + size);
  return size;
}

// Nothing is held back, and of the path's size OpenSSL is told by SSL_set_mtu().
long DatagramBio::control(BIO*, int command, long, void*) { return command == BIO_CTRL_FLUSH ? 1 : 0; }

}  // namespace evenkeel
