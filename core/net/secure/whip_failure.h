#pragma once

#include <string>

#include "core/net/secure/http_failure.h"
#include "core/net/secure/http_url.h"

namespace evenkeel {

/// One sentence for people about a request to a media server that got no answer: why, and what to do.
std::string whip_sentence(const HttpFailure& failure, const HttpUrl& url);
/// What is missing is of this machine.
std::string no_means_sentence(const HttpUrl& url);
/// About a server that does not restart the way to it, and by which answer, or why.
std::string restart_sentence(unsigned status, const HttpUrl& url);
std::string restart_sentence(const std::string& why, const HttpUrl& url);
/// What the server got of the user's token.
enum class TokenState {
  none,  ///< there is none
  sent,
  withheld  ///< it is of another origin, from which a redirect led here
};
/// About an answer other than 201 to a call of `called`, which redirects may have led to `url`.
std::string whip_sentence(unsigned status, const HttpUrl& url, TokenState token, const HttpUrl& called);

}  // namespace evenkeel
