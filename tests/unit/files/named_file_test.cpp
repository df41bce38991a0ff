#include "app/files/named_file.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <string>

#include "../app/temporary_folder.h"
#include "app/files/untrusted_file.h"

using namespace evenkeel;
using namespace evenkeel::test;
using namespace std::chrono_literals;

namespace {

/// As a shell makes for `<(COMMAND)`.
struct Pipe {
  int ends[2] = {-1, -1};
  Pipe() { REQUIRE(pipe2(ends, O_CLOEXEC) == 0); }
  ~Pipe() {
    close(ends[0]);
    end();
  }
  void write(const std::string& text) const {
    CHECK(::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }
  void end() {
    if (ends[1] >= 0) close(ends[1]);
    ends[1] = -1;
  }
  std::string path() const { return "/dev/fd/" + std::to_string(ends[0]); }
};

std::string bound_socket(const std::string& path) {
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  REQUIRE(path.size() < sizeof address.sun_path);
  path.copy(address.sun_path, path.size());
  CHECK(bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  close(fd);
  return path;
}

std::string error_of(const std::string& path) { return read_text(path, 2048, 1ms).error; }

}  // namespace

TEST_CASE("What is neither a file nor a pipe is not read, and said to be what it is") {
  const TemporaryFolder folder;
  CHECK(error_of(folder.path("")) == "it is a folder");
  CHECK(error_of(bound_socket(folder.path("socket"))) == "it is a socket");
  for (const char* device : {"/dev/null", "/dev/zero"}) CHECK(error_of(device) == "it is a device");
  CHECK(error_of(folder.path("none")) == "No such file or directory");
  CHECK(error_of("") == "No such file or directory");
}

TEST_CASE("A pipe is read to its end, and not waited for where nobody writes to it") {
  const TemporaryFolder folder;
  const std::string path = folder.path("pipe");
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  CHECK(error_of(path) == "nothing came through the pipe for 0 s");
  Pipe pipe;
  pipe.write("fps = 25\n");
  CHECK(error_of(pipe.path()) == "nothing came through the pipe for 0 s");  // its writer is there, and silent
  pipe.write("fps = 30\n");
  pipe.end();
  CHECK(read_text(pipe.path(), 1000, 1ms).value == "fps = 30\n");
  Pipe endless;
  endless.write(std::string(2049, 'x'));
  CHECK(error_of(endless.path()) == "it is longer than 2 kB");
}

TEST_CASE("A text that has room is read in place") {
  const TemporaryFolder folder;
  const std::string path = folder.write("secret", std::string(200'000, 's'));
  std::string text;
  text.reserve(200'001);
  const char* const place = text.data();
  CHECK(NamedFile(path).read(text, 200'000).empty());
  CHECK(text == std::string(200'000, 's'));
  CHECK(text.data() == place);
}
