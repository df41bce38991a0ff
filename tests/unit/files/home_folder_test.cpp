#include "app/files/home_folder.h"

#include <pwd.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <optional>
#include <string>

using namespace evenkeel;

namespace {

class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    value != nullptr ? setenv(name, value, 1) : unsetenv(name);
  }
  ~Variable() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

std::string home_of_passwd() {
  const passwd* entry = getpwuid(geteuid());
  return entry != nullptr ? entry->pw_dir : "";
}

}  // namespace

TEST_CASE("Without HOME, or with a relative one, the home folder is that of passwd, never the working folder") {
  const Variable state("XDG_STATE_HOME", nullptr);
  for (const char* value : {static_cast<const char*>(nullptr), "", ".", "home"}) {
    const Variable home("HOME", value);
    CHECK(home_folder() == home_of_passwd());
    CHECK(state_folder() == (home_of_passwd().empty() ? "" : home_of_passwd() + "/.local/state"));
  }
  const Variable home("HOME", "/somewhere");
  CHECK(home_folder() == "/somewhere");
  CHECK(state_folder() == "/somewhere/.local/state");
}

TEST_CASE("XDG_STATE_HOME counts where it is an absolute path") {
  const Variable home("HOME", "/somewhere");
  const Variable state("XDG_STATE_HOME", GENERATE("", "state", "./state"));
  CHECK(state_folder() == "/somewhere/.local/state");
  const Variable absolute("XDG_STATE_HOME", "/state");
  CHECK(state_folder() == "/state");
}
