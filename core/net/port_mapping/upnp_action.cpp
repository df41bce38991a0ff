#include "core/net/port_mapping/upnp_action.h"

#include <miniupnpc/upnpreplyparse.h>

#include <charconv>

namespace evenkeel {
namespace {

using Arguments = std::vector<std::pair<std::string, std::string>>;

std::string envelope(const std::string& type, const std::string& action, const Arguments& arguments) {
  std::string text =
      "<?xml version=\"1.0\"?>\r\n<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\" "
      "s:encodingStyle=\"http://schemas.xmlsoap.org/soap/encoding/\"><s:Body><u:" +
      action + " xmlns:u=\"" + type + "\">";
  for (const auto& [name, value] : arguments) text += "<" + name + ">" + value + "</" + name + ">";
  return text + "</u:" + action + "></s:Body></s:Envelope>\r\n";
}

std::string request(const UpnpConnection& connection, const std::string& action, const Arguments& arguments) {
  const std::string body = envelope(connection.type, action, arguments);
  return "POST " + connection.control.path + " HTTP/1.1\r\nHost: " + host_text(connection.control) +
         "\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\nContent-Type: text/xml; charset=\"utf-8\"\r\nSOAPAction: \"" + connection.type + "#" + action +
         "\"\r\nConnection: close\r\n\r\n" + body;
}

std::map<std::string, std::string> values_of(const std::string& body) {
  NameValueParserData parsed{};
  ParseNameValue(body.data(), static_cast<int>(body.size()), &parsed);
  std::map<std::string, std::string> values;
  for (const NameValue* value = parsed.l_head; value != nullptr; value = value->l_next) {
    values.emplace(value->name, value->value);
  }
  ClearNameValueList(&parsed);
  return values;
}

int error_of(int status, const std::map<std::string, std::string>& values) {
  const auto told = values.find("errorCode");
  if (told == values.end()) return status == 200 ? 0 : UpnpResult::no_answer;
  int code = 0;
  std::from_chars(told->second.data(), told->second.data() + told->second.size(), code);
  return code > 0 ? code : UpnpResult::no_answer;
}

}  // namespace

UpnpResult call_upnp(const UpnpConnection& connection, const std::string& action, const Arguments& arguments,
                     const ExchangeLimit& limit) {
  const HttpReply reply =
      exchange_http(connection.control.server, request(connection, action, arguments), limit.part());
  if (!reply.sent) return {};
  if (reply.status == 0) return {UpnpResult::no_answer, {}};
  UpnpResult result{0, values_of(reply.body)};
  result.error = error_of(reply.status, result.values);
  return result;
}

}  // namespace evenkeel
