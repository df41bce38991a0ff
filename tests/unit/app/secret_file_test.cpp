#include "app/cli/secret_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

struct Folder : TemporaryFolder {
  std::string secret(const std::string& text, mode_t mode = 0600) const {
    const std::string path = write("secret", text);
    chmod(path.c_str(), mode);
    return path;
  }
};

std::string error_of(const std::string& path) {
  const auto read = read_secret_file("--token-file", path);
  CHECK_FALSE(read);
  CHECK(is_one_sentence(read.error));
  return read.error;
}

// By the name that a shell gives a pipe.
struct Pipe {
  int ends[2] = {-1, -1};
  Pipe() { REQUIRE(pipe2(ends, O_CLOEXEC) == 0); }
  ~Pipe() {
    close(ends[0]);
    if (ends[1] >= 0) close(ends[1]);
  }
  void write_and_close(const std::string& text) {
    CHECK(::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    close(ends[1]);
    ends[1] = -1;
  }
  std::string path() const { return "/dev/fd/" + std::to_string(ends[0]); }
};

}  // namespace

TEST_CASE("A secret is one word, without what surrounds it") {
  const Folder folder;
  CHECK(*read_secret_file("--token-file", folder.secret(" word-._~+/= \r\n")) == "word-._~+/=");
  CHECK(*read_secret_file("--token-file", folder.secret(std::string(8000, 'x'))) == std::string(8000, 'x'));
}

TEST_CASE("The password of a TURN server may have blanks and any letters, in one line") {
  const Folder folder;
  const auto read = [&](const std::string& text) {
    return read_secret_file("--turn-password-file", folder.secret(text), SecretForm::line);
  };
  CHECK(*read("correct horse\r\n") == "correct horse");
  CHECK(*read("m\xc3\xbcller & co") == "m\xc3\xbcller & co");
  for (const char* text : {"one\ntwo", "a\tb", "\x7f"}) {
    CHECK_FALSE(read(text));
    CHECK(is_one_sentence(read(text).error));
  }
}

TEST_CASE("A file that others may read, or that holds no secret, gets a sentence that does not show it") {
  const Folder folder;
  for (const mode_t mode : {0640U, 0604U, 0620U, 0666U})
    CHECK(error_of(folder.secret("word", mode)).find("chmod") != std::string::npos);
  CHECK(error_of(folder.secret("")).find("empty") != std::string::npos);
  CHECK(error_of(folder.secret(" \n ")).find("empty") != std::string::npos);
  CHECK(error_of(folder.secret("geheim word")).find("geheim") == std::string::npos);
  error_of(folder.secret("a\r\nX: b"));
  error_of(folder.secret("m\xc3\xbcller"));
  error_of(folder.secret(std::string(9000, 'x')));
  error_of(folder.path("none"));
  error_of(folder.path("."));
  error_of("/dev/null");
}

TEST_CASE("A pipe is read to its end") {
  Pipe pipe;
  pipe.write_and_close("word\n");
  CHECK(*read_secret_file("--token-file", pipe.path()) == "word");
  Pipe nothing;
  nothing.write_and_close("");
  error_of(nothing.path());
}
