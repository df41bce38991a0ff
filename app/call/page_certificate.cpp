#include "app/call/page_certificate.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

namespace evenkeel {
namespace {

constexpr std::size_t max_size = 65536;

class Descriptor {
 public:
  explicit Descriptor(const std::string& path) : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

// Returns 0 or errno. In place, since a text that grows would leave pieces of a key behind.
int read_all(int fd, std::string& text) {
  text.resize(max_size + 1);
  std::size_t size = 0;
  int error = EFBIG;
  while (size < text.size()) {
    const ssize_t count = ::read(fd, text.data() + size, text.size() - size);
    if (count <= 0) {
      error = count < 0 ? errno : 0;
      break;
    }
    size += static_cast<std::size_t>(count);
  }
  text.resize(size);
  return error;
}

bool others_may_read(const struct stat& status) { return (status.st_mode & (S_IRWXG | S_IRWXO)) != 0; }

Parsed<PemFile> read_pem(const std::string& option, const std::string& path, bool is_secret) {
  const Descriptor file(path);
  struct stat status {};
  const int failed = file.get() < 0 || fstat(file.get(), &status) != 0 ? errno : 0;
  if (failed == 0 && is_secret && S_ISREG(status.st_mode) && others_may_read(status)) {
    return {std::nullopt,
            "'" + path + "' (" + option + ") can be read by others than its owner: 'chmod 600' ends that."};
  }
  PemFile pem{path, {}};
  const int error = failed != 0 ? failed : read_all(file.get(), pem.text);
  if (error == 0) return {pem, {}};
  return {std::nullopt, "Cannot read '" + path + "' (" + option + "): " + std::strerror(error) + "."};
}

}  // namespace

Parsed<TlsContext> read_page_certificate(const std::string& certificates, const std::string& key) {
  const auto shown = read_pem("--page-cert", certificates, false);
  if (!shown) return {std::nullopt, shown.error};
  const auto secret = read_pem("--page-key", key, true);
  if (!secret) return {std::nullopt, secret.error};
  return TlsContext::from_pem(*shown, *secret);
}

}  // namespace evenkeel
