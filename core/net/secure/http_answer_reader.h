#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/net/secure/http_answer.h"

namespace evenkeel {

/// Takes the bytes of an HTTP/1 answer (RFC 9112) as they come, however they are cut. Answers of the kind 1xx that come
/// before it are passed over.
class HttpAnswerReader {
 public:
  /// The body is wanted of an answer of this status alone.
  explicit HttpAnswerReader(unsigned status_with_body);
  ~HttpAnswerReader();
  HttpAnswerReader(const HttpAnswerReader&) = delete;
  HttpAnswerReader& operator=(const HttpAnswerReader&) = delete;

  /// True once there is no need of more.
  bool take(std::string_view received);
  /// Nothing follows; `proper`: because the server said so.
  void take_end(bool proper);
  /// From now on the header alone is wanted, of whatever status.
  void want_header_alone();
  /// What came so far. To be called once.
  HttpAnswer answer();

 private:
  struct Parsing;
  unsigned status() const;
  bool done() const;
  void renew();
  void pass_informational();

  unsigned status_with_body_;
  std::unique_ptr<Parsing> parsing_;
  std::string buffer_;
  std::size_t total_ = 0;
  int informational_ = 0;
  HttpFailure failure_;
};

}  // namespace evenkeel
