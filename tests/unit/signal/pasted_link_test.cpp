#include <catch2/catch.hpp>

#include "core/signal/link.h"
#include "core/signal/reply_code.h"
#include "tests/unit/signal/vectors.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// With `between` behind each `width` characters.
std::string wrapped(const std::string& text, std::size_t width, const std::string& between) {
  std::string lines;
  for (std::size_t at = 0; at < text.size(); at += width) lines += (at > 0 ? between : "") + text.substr(at, width);
  return lines;
}

std::string percent_coded(const std::string& text, const std::string& characters) {
  std::string coded;
  for (const char c : text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    if (characters.find(c) == std::string::npos) {
      coded += c;
    } else {
      coded += '%';
      coded += digits[byte >> 4];
      coded += digits[byte & 15];
    }
  }
  return coded;
}

std::string utf16(const std::string& text) {
  std::string wide = "\xff\xfe";
  for (const char c : text) {
    wide += c;
    wide += '\0';
  }
  return wide;
}

/// What chat programs, mail clients and people make of a link or a reply code: `pasted`, of which `text` is that.
std::vector<std::pair<std::string, std::string>> mangled(const std::string& text) {
  const std::string bidi = "\u2068" + text + "\u2069";
  return {
      {"as it is", text},
      {"blanks around", "  \t" + text + "\r\n"},
      {"wrapped by a terminal", wrapped(text, 40, "\n")},
      {"wrapped by a mail client", wrapped(text, 76, "\r\n")},
      {"wrapped and indented", wrapped(text, 30, "\n    ")},
      {"wrapped to one character a line", wrapped(text, 1, "\n")},
      {"quoted", "> " + text},
      {"quoted and wrapped", "> " + wrapped(text, 72, "\n> ")},
      {"quoted twice and wrapped", ">> " + wrapped(text, 70, "\r\n>> ")},
      {"a reply above its mail",
       "Thanks!\n\nOn Friday Anna wrote:\n> Hi,\n> " + wrapped(text, 60, "\n> ") + "\n> Anna\n"},
      {"in round brackets", "(" + text + ")"},
      {"in square brackets", "[" + text + "]"},
      {"in braces", "{" + text + "}"},
      {"in angle brackets", "<" + text + ">"},
      {"in quotes", "\"" + text + "\""},
      {"in typographic quotes", "“" + text + "”."},
      {"in guillemets", "« " + text + " »"},
      {"in backticks", "`" + text + "`"},
      {"as a block of code", "```\n" + text + "\n```"},
      {"bold", "**" + text + "**"},
      {"slanted", "_" + text + "_"},
      {"struck out", "~~" + text + "~~"},
      {"a full stop behind", text + "."},
      {"three", text + "..."},
      {"a comma and words behind", text + ", see you there"},
      {"an exclamation mark behind", text + "!"},
      {"a question mark behind", text + "?"},
      {"a slash behind", text + "/"},
      {"a sentence around", "Call me at " + text + " at eight, please. Version 1.2 is fine."},
      {"a line behind", text + "\nSent from my telephone"},
      {"words glued to it", text + "\u00a0Anna"},
      {"a smiley behind", text + "🙂"},
      {"twice", text + " " + text},
      {"the first one broken off", text.substr(0, text.size() - 9) + "\n\nSorry: " + text},
      {"a markdown link", "[call me](" + text + ")"},
      {"a markdown link of itself", "[" + text + "](" + text + ")"},
      {"marks of markdown escaped", replaced(replaced(text, "_", "\\_"), "#", "\\#")},
      {"an anchor of HTML", "<a href=\"" + text + "\">" + text + "</a>"},
      {"an anchor with quotes of one stroke", "<p>Hi<br><a href='" + text + "'>here</a></p>"},
      {"breaks of HTML", wrapped(text, 50, "<wbr>") + "<br/>Bye"},
      {"entities of HTML", replaced(replaced(text, "#", "&#35;"), "_", "&#x5f;")},
      {"named entities", "&lt;" + replaced(replaced(text, "#", "&num;"), "_", "&lowbar;") + "&gt;"},
      {"percent signs", percent_coded(text, "#")},
      {"all of it with percent signs", percent_coded(text, "#:/._-")},
      {"behind a guard of links",
       "https://eur01.safelinks.example/?url=" + percent_coded(text, "#:/?") + "&data=05%7C01%7C&reserved=0"},
      {"behind two of them", "https://l.example/?u=" + percent_coded(percent_coded(text, "#:/?"), "%") + "&h=AT0"},
      {"a campaign behind", text + "?utm_source=chat&utm_medium=social"},
      {"another fragment behind", text + "#:~:text=hello"},
      {"a soft line break of mail", wrapped(text, 73, "=\r\n")},
      {"zero-width characters", wrapped(text, 20, "\u200b")},
      {"a soft hyphen", wrapped(text, 33, "\u00ad")},
      {"marks of writing direction", "\u200e" + bidi + "\u200f"},
      {"a mark of byte order", "\ufeff" + text},
      {"UTF-16", utf16(text)},
      {"hard hyphens", replaced(text, "-", "\u2011")},
      {"minus signs", replaced(text, "-", "\u2212")},
      {"two hyphens made a dash", replaced(text, "--", "\u2014")},
      {"each hyphen made a dash", replaced(text, "-", "\u2013")},
      {"a capital letter", replaced(replaced(text, "#e1.", "#E1."), "r1.", "R1.")},
  };
}

const std::string page = "https://192.0.2.7:8443/";

}  // namespace

TEST_CASE("A link is found in whatever programs and people make of it") {
  // The second has hyphens and underscores in its data.
  for (const std::string& data : {one_address_data, two_addresses_data}) {
    for (const auto& [how, text] : mangled(page + "#e1." + data)) {
      CAPTURE(how, text);
      const auto link = read_link(text, crypto());
      CHECK(link.error.empty());
      REQUIRE(link);
      CHECK(link.value->secret == secret);
      CHECK(link.value->fingerprint == listener);
      CHECK(looks_like_link(text));
      CHECK_FALSE(looks_like_reply_code(text));
    }
  }
}

TEST_CASE("A reply code is found in whatever programs and people make of it") {
  for (const auto& [how, text] : mangled(reply_text)) {
    CAPTURE(how, text);
    const auto code = read_reply_code(text, keys().reply_key, crypto());
    CHECK(code.error.empty());
    CHECK(code);
    CHECK(looks_like_reply_code(text));
    CHECK_FALSE(looks_like_link(text));
  }
}

TEST_CASE("What is left of a link is said to be damaged, not to be missing, and other words are no link") {
  const auto error = [](const std::string& text) { return read_link(text, crypto()).error; };
  for (const auto& [how, text] : mangled(page + "#e1." + one_address_data.substr(0, 60))) {
    CAPTURE(how, text);
    CHECK(error(text).starts_with("This link is damaged: a part of it is missing"));
    CHECK(looks_like_link(text));
  }
  for (const char* text : {"Version e1. is good", "the r1. draft", "Come1.2", "e1.", "page1.html#section"}) {
    CAPTURE(text);
    CHECK_FALSE(read_link(text, crypto()));
    CHECK_FALSE(looks_like_reply_code(text));
  }
  CHECK_FALSE(looks_like_link("Version e1. is good"));
}

TEST_CASE("A text that is full of what may be links takes no long time") {
  std::string text;
  while (text.size() < 60'000) text += "#e1.AQAAAQIDBAUGBwgJCgsMDQ4PICEiIyQlJicoKSor\n";
  CHECK_FALSE(read_link(text, crypto()));
}
