#pragma once

#include <set>
#include <utility>

#include "app/cli/option_texts.h"
#include "gui/backend/option_store.h"

namespace evenkeel::test {

/// The program's options, without calls behind them.
class PlainOptions : public OptionStore {
 public:
  CallOptions base;
  CallOptions now;
  std::set<std::string> named;  ///< as on the command line
  OptionTexts kept;             ///< as restore() was asked for

  explicit PlainOptions(CallOptions told = {}) : base(told), now(std::move(told)) {}

  std::vector<OptionInfo> options() const override { return describe_options(base); }
  const OptionTexts& chosen() const override { return chosen_; }
  std::string check(const std::string& name, const std::string& text) const override {
    CallOptions copy = base;
    return find_option(name)->set(copy, text);
  }
  std::string choose(const OptionTexts& texts) override {
    const auto options = with_texts(base, texts);
    if (!options) return options.error;
    now = *options.value;
    chosen_ = texts;
    return {};
  }
  std::string restore(const OptionTexts& texts) override {
    kept = texts;
    const KeptOptions result = take_kept(base, named, texts);
    now = result.options;
    chosen_ = result.taken;
    return result.notice;
  }
  std::optional<std::string> text_of(const std::string& name) const override { return find_option(name)->get(now); }
  int port() const override { return std::atoi(now.bind.substr(now.bind.rfind(':') + 1).c_str()); }

 private:
  OptionTexts chosen_;
};

}  // namespace evenkeel::test
