#include "app/cli/server_place.h"

#include <catch2/catch.hpp>

#include "app/call/outside_addresses.h"
#include "app/cli/call_place.h"
#include "app/cli/command_line.h"
#include "temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Arguments = std::vector<std::string>;

// A token of the command line, in a file that others cannot read.
struct TokenFile {
  TemporaryFolder folder;
  std::string path = folder.write("token", " secret\n");
  TokenFile() { std::filesystem::permissions(path, std::filesystem::perms::owner_read); }
};

std::string error_of(const Arguments& arguments) {
  const auto parsed = parse_command_line(arguments);
  CHECK_FALSE(parsed.value);
  CHECK(parsed.exit_status == 2);
  CHECK(is_one_sentence(parsed.text));
  return parsed.text;
}

}  // namespace

TEST_CASE("A media server is called by --whip or --whep, or as it is typed in the window") {
  const auto whip = parse_command_line({"call", "--whip", "https://media.example/whip/a"});
  REQUIRE(whip.value);
  CHECK(whip.value->address == "whip:https://media.example/whip/a");
  CHECK(looks_like_server(whip.value->address));
  const auto place = find_callee("whep:https://media.example:8443/b?c", CallOptions());
  REQUIRE(place);
  REQUIRE(place.value->server);
  CHECK(place.value->server->call == ServerCall::view);
  CHECK(to_string(place.value->server->url) == "https://media.example:8443/b?c");
  CHECK_FALSE(looks_like_server("evenkeel:#e1.AQ"));
  CHECK(is_one_sentence(check_callee("whip:http://media.example/", CallOptions())));
  CHECK(is_one_sentence(check_callee("whip:", CallOptions())));
}

TEST_CASE("A call by a server has the relay that the user names, and who we are for it") {
  const TokenFile password;
  auto parsed = parse_command_line({"call", "--whip", "https://media.example/a", "--turn", "turn.example",
                                    "--turn-user", "somebody", "--turn-password-file", password.path});
  REQUIRE(parsed.value);
  const auto servers = OutsideAddresses::told_by(parsed.value->options);
  CHECK(servers.turn == "turn.example");
  CHECK(servers.turn_user == "somebody");
  REQUIRE(servers.turn_password);
  CHECK(servers.turn_password->text == "secret");
}

TEST_CASE("A call by a server has one direction, and records nothing that it does not receive") {
  CallOptions told;
  told.record = "a.ivf";
  const CallOptions publishing = options_for(ServerCall::publish, told);
  CHECK(publishing.send_only);
  CHECK_FALSE(publishing.receive_only);
  CHECK_FALSE(publishing.record);
  const CallOptions viewing = options_for(ServerCall::view, told);
  CHECK(viewing.receive_only);
  CHECK_FALSE(viewing.send_only);
  CHECK(viewing.record == "a.ivf");
  CHECK(check_options(publishing).empty());
  CHECK(check_options(viewing).empty());
}

TEST_CASE("Options that contradict a call by a server are reported") {
  const std::string url = "https://media.example/";
  error_of({"call", "--whip", url, "--whep", url});
  error_of({"call", "--whip", url, "--receive-only"});
  error_of({"call", "--whep", url, "--send-only"});
  error_of({"call", "--whip", url, "--record", "a.ivf"});
  error_of({"call", "--whip", url, "--insecure-rtp"});
  error_of({"call", "--whip", url, "evenkeel:#e1.AQ"});
  error_of({"call", "--token-file", "token", "evenkeel:#e1.AQ"});
  error_of({"call", "--whip", "http://media.example/"});
  error_of({"call", "--whip", "media.example"});
  error_of({"listen", "--whip", url});
  error_of({"demo", "--whep", url});
  error_of({"call"});
  CallOptions sending, receiving, plain;
  sending.send_only = receiving.receive_only = plain.insecure_rtp = true;
  CHECK(is_one_sentence(check_callee("whep:" + url, sending)));
  CHECK(is_one_sentence(check_callee("whip:" + url, receiving)));
  CHECK(is_one_sentence(check_callee("whip:" + url, plain)));
}

TEST_CASE("The token goes to the origin that the command line named, whatever is called later") {
  const TokenFile file;
  auto parsed = parse_command_line({"call", "--whip", "https://media.example/a", "--token-file", file.path});
  REQUIRE(parsed.value);
  CallOptions& options = parsed.value->options;
  const auto token = [&](const std::string& url) { return token_for(*parse_http_url(url), options); };
  CHECK(token("https://media.example/a") == "secret");
  CHECK(token("https://media.example/other") == "secret");
  CHECK(token("https://media.example:8443/a").empty());
  CHECK(token("https://other.example/a").empty());
  options.whip = "https://other.example/a";  // of a configuration that is loaded in the window
  CHECK(token("https://other.example/a").empty());
}

TEST_CASE("A server that is typed as in the window may have a token beside it") {
  const TokenFile file;
  for (const std::string kind : {"whip", "whep"}) {
    const std::string typed = kind + ":https://media.example/a?b";
    const auto parsed = parse_command_line({"call", typed, "--token-file", file.path});
    REQUIRE(parsed.value);
    CHECK(parsed.value->address == typed);
    CHECK(token_for(*parse_http_url("https://media.example/a?b"), parsed.value->options) == "secret");
  }
  error_of({"call", "whip:https://media.example/", "--whep", "https://media.example/"});
  error_of({"call", "whip:https://media.example/", "--receive-only"});
  error_of({"call", "whip:media.example", "--token-file", file.path});
}

TEST_CASE("A token's file that cannot be used ends the program with a sentence") {
  const Arguments call{"call", "--whip", "https://media.example/", "--token-file"};
  const auto with = [&](const std::string& path) {
    Arguments arguments = call;
    arguments.push_back(path);
    return arguments;
  };
  const TemporaryFolder folder;
  error_of(with(folder.path("none")));
  CHECK(error_of(with(folder.write("open", "word"))).find("chmod 600") != std::string::npos);
}

TEST_CASE("Neither a link nor the path of a server's URL is recorded") {
  const Arguments shown = without_secrets(Arguments{"call", "--whip", "https://media.example/key?secret",
                                                    "--whep=https://m.example:8443/key", "whip:https://m.example/key",
                                                    "--whip", "nonsense", "--source", "test"});
  CHECK(shown == Arguments{"call", "--whip", "https://media.example", "--whep=https://m.example:8443",
                           "https://m.example", "--whip", "(server)", "--source", "test"});
}
