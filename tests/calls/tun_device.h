#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace evenkeel::calls {

/// A network device whose other end is this program: what the kernel sends through it is read here, what is written
/// here the kernel receives. IP packets without any header before them. It may be moved to another network namespace.
class TunDevice {
 public:
  /// Throws std::system_error where the kernel refuses: no /dev/net/tun, no right to, a name that is taken.
  explicit TunDevice(const std::string& name);
  ~TunDevice();
  TunDevice(const TunDevice&) = delete;
  TunDevice& operator=(const TunDevice&) = delete;

  int descriptor() const { return descriptor_; }
  /// The next packet, without waiting; valid until the next call.
  std::optional<std::span<const std::uint8_t>> read();
  /// False where the kernel does not take it: the device is down.
  bool write(std::span<const std::uint8_t> packet);

 private:
  int descriptor_ = -1;
  std::vector<std::uint8_t> buffer_;
};

}  // namespace evenkeel::calls
