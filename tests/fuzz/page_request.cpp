// A visitor of the page server: a header in pieces, of which nothing is known.
#include "core/net/secure/page_request.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/error.hpp>

#include "tests/fuzz/fuzz.h"

using namespace evenkeel;
namespace http = boost::beast::http;

namespace {

// As Beast's async_read_header() does: what the parser leaves comes again, with more behind it.
boost::system::error_code read_header(PageRequest::Parser& parser, ByteReader& reader) {
  std::string text;
  boost::system::error_code error = http::error::need_more;
  while (error == http::error::need_more && reader.left() > 0 && text.size() < 2 * PageRequest::max_header) {
    const auto bytes = reader.bytes(std::min<std::size_t>(reader.u8() + 1u, reader.left()));
    text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    error = {};
    const std::string exact(text);  // so that the sanitizer sees a step behind the end
    const std::size_t used = parser.put(boost::asio::buffer(exact), error);
    require(used <= text.size());
    text.erase(0, used);
    if (!error && !parser.is_header_done()) error = http::error::need_more;
  }
  if (error != http::error::need_more) return error;
  error = {};
  if (parser.got_some()) parser.put_eof(error);
  return error ? error : make_error_code(http::error::end_of_stream);
}

}  // namespace

void fuzz(std::span<const std::uint8_t> input) {
  static const ServedPage page{"the page", "the policy"};
  ByteReader reader(input);
  PageRequest request;
  const auto answer = request.answer(read_header(request.parser(), reader), page);
  if (!answer) return;
  require(answer->head.starts_with("HTTP/1.1 ") && answer->head.ends_with("\r\n\r\n"));
  require(answer->head.find("\r\n\r\n") == answer->head.size() - 4);
  require(answer->body.empty() || answer->head.starts_with("HTTP/1.1 200 "));
  require(answer->head.size() < 1024);
}
