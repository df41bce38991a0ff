// One value from a JSON file: system_json FILE KEY... descends by the keys and prints what is there; "none" where
// there is nothing. Exit status 1 if the file is no JSON.

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

int main(int argc, char** argv) {
  if (argc < 2) return std::fputs("Usage: system_json FILE KEY...\n", stderr), 2;
  std::ifstream file(argv[1]);
  auto at = nlohmann::json::parse(file, nullptr, false);
  if (at.is_discarded()) return std::fprintf(stderr, "system_json: %s is no JSON.\n", argv[1]), 1;
  for (int i = 2; i < argc; ++i) {
    if (!at.is_object() || !at.contains(argv[i])) return std::puts("none"), 0;
    const nlohmann::json next = at[argv[i]];
    at = next;
  }
  std::puts(at.is_string() ? at.get<std::string>().c_str() : at.dump().c_str());
}
