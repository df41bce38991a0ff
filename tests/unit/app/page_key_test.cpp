// Sanitizers bring an operator new of their own, which must not be replaced in part.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define EVENKEEL_SANITIZED
#endif
#endif
#if !defined(EVENKEEL_SANITIZED) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#include <malloc.h>
#include <sys/stat.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <new>
#include <string_view>

#include "app/call/page_certificate.h"
#include "core/net/secure/certificate.h"
#include "temporary_folder.h"

// Looks into what the program gives back. Replaces the global operator new: once in a program.
namespace {

std::atomic<const std::string_view*> needle{nullptr};
std::atomic<int> found{0};

void give_back(void* memory) {
  const std::string_view* wanted = needle;
  if (memory != nullptr && wanted != nullptr) {
    const std::string_view block(static_cast<const char*>(memory), malloc_usable_size(memory));
    if (block.find(*wanted) != std::string_view::npos) ++found;
  }
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) {
  if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("Nothing of the page's key stays in memory that is given back") {
  const TemporaryFolder folder;
  // Long, so that the text would have grown in several steps.
  const std::string pem = std::string(9000, '\n') + Certificate::make().to_pem();
  const std::string path = folder.write("page.pem", pem);
  REQUIRE(chmod(path.c_str(), 0600) == 0);
  const auto key = pem.find("PRIVATE KEY-----\n");
  REQUIRE(key != std::string::npos);
  const std::string_view secret = std::string_view(pem).substr(key + 17, 40);
  {
    needle = &secret;
    const auto read = read_page_certificate(path, path);
    needle = nullptr;
    CHECK(read);
  }
  CHECK(found == 0);
  // The test sees what is not wiped.
  needle = &secret;
  { const std::string copy = pem; }
  needle = nullptr;
  CHECK(found == 1);
}
#endif
