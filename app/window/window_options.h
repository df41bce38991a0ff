#pragma once

#include <set>
#include <string>

#include "app/window/call_service.h"
#include "gui/backend/option_store.h"
#include "gui/window/services.h"

namespace evenkeel {

/// The options of a CallService, which must outlive this.
class WindowOptions final : public OptionStore {
 public:
  /// `named`: what the command line gave, over which nothing is chosen that was kept.
  WindowOptions(CallService& calls, std::set<std::string> named);

  std::vector<OptionInfo> options() const override;
  const OptionTexts& chosen() const override { return chosen_; }
  std::string check(const std::string& name, const std::string& text) const override;
  std::string choose(const OptionTexts& texts) override;
  std::string restore(const OptionTexts& kept) override;
  std::optional<std::string> text_of(const std::string& name) const override;
  int port() const override;

  /// See WindowServices::load_configuration. Applies the file to what the command line gave, not to a file loaded
  /// before or to what is chosen, whose other settings must not stay; but places and permissions that are chosen do,
  /// and of a file with tuning alone all but the tuning.
  Parsed<Configuration> load(const std::string& path, const AskForPart& ask);

 private:
  CallService& calls_;
  const CallOptions told_;
  const std::set<std::string> named_;
  CallOptions base_;  // with the loaded file
  OptionTexts chosen_;
};

}  // namespace evenkeel
