#pragma once

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/net/secure/page_connection.h"

namespace evenkeel {

/// What a visitor asks the page server, and what it gets: no I/O.
class PageRequest {
 public:
  using Parser = boost::beast::http::request_parser<boost::beast::http::empty_body>;
  static constexpr std::uint32_t max_header = 8192;

  struct Answer {
    std::string head;
    std::string_view body;  ///< of the page
  };

  PageRequest() { parser_.header_limit(max_header); }
  /// For the header.
  Parser& parser() { return parser_; }
  /// Once the header is read, or with what reading it ended with. Nullopt: nobody is there to answer.
  std::optional<Answer> answer(const boost::system::error_code& error, const ServedPage& page) const;

 private:
  Parser parser_;
};

}  // namespace evenkeel
