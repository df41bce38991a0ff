#include "tests/calls/tun_device.h"

#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace evenkeel::calls {
namespace {

constexpr std::size_t largest_packet = 65536;

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::system_category(), what); }

}  // namespace

TunDevice::TunDevice(const std::string& name)
    : descriptor_(open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC)), buffer_(largest_packet) {
  if (descriptor_ < 0) fail("/dev/net/tun");
  ifreq request{};
  request.ifr_flags = IFF_TUN | IFF_NO_PI;  // no IFF_VNET_HDR: the kernel then cuts what it sends into packets first
  name.copy(request.ifr_name, IFNAMSIZ - 1);
  if (ioctl(descriptor_, TUNSETIFF, &request) == 0) return;
  const int error = errno;
  close(descriptor_);
  errno = error;
  fail(("the device " + name).c_str());
}

TunDevice::~TunDevice() { close(descriptor_); }

std::optional<std::span<const std::uint8_t>> TunDevice::read() {
  const ssize_t size = ::read(descriptor_, buffer_.data(), buffer_.size());
  if (size <= 0) return std::nullopt;
  return std::span(buffer_).first(static_cast<std::size_t>(size));
}

bool TunDevice::write(std::span<const std::uint8_t> packet) {
  return ::write(descriptor_, packet.data(), packet.size()) == static_cast<ssize_t>(packet.size());
}

}  // namespace evenkeel::calls
