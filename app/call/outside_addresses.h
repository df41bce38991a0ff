#pragma once

#include <string>
#include <vector>

#include "app/cli/call_options.h"
#include "app/cli/stun_options.h"
#include "app/process/detached_task.h"
#include "core/net/network_thread.h"

namespace evenkeel {

/// The servers that tell or lend addresses, and those by which they see this machine or that they lend it: their
/// names are looked up in a thread of its own, the network thread asks them, and this keeps an eye on what comes of it.
/// Owned by one thread, which it never blocks.
class OutsideAddresses {
 public:
  /// How long a link waits for them, and how long names are looked up.
  static constexpr Duration patience = 3s, lookup_timeout = 10s;
  /// Where one server has answered, those of the other family are waited for no longer.
  static constexpr Duration short_patience = 1s;
  /// Names that were not found are looked up again, each time after twice the time; and those of servers that are of no
  /// use, which may have another address by now, after the longest.
  static constexpr Duration first_lookup_wait = 5s, max_lookup_wait = 1min;

  struct Servers {
    std::optional<std::string> stun, turn;              ///< HOST[:PORT]
    std::string turn_named_by = "--turn";               ///< for people
    std::string turn_user;                              ///< who we are for it
    std::shared_ptr<const TurnPassword> turn_password;  ///< not null where there is `turn`
    std::string bound;                                  ///< where the socket is, for people
  };
  static Servers told_by(const CallOptions& options);

  /// Begins to look them up, if there are any.
  void begin(const Servers& servers, LocalTime now);
  /// Goes on, for the call of this thread.
  void step(NetworkThread& network, LocalTime now);

  bool wanted() const { return began_.has_value(); }
  /// Something may still come of it soon.
  bool is_waited_for(LocalTime now) const;
  /// Where others see us, and behind that what is lent.
  const std::vector<Endpoint>& addresses() const { return addresses_; }
  /// The first of these: where others see us.
  const std::vector<Endpoint>& seen() const { return seen_; }
  /// What people are to be told, one sentence, once; empty where there is nothing.
  std::string take_notice() { return std::exchange(notice_, {}); }

 private:
  struct Found {
    IceServers::Config servers;
    std::string errors;
  };
  static Found look_up(const Servers& servers);
  void begin_lookup(LocalTime now);
  bool is_new(const Found& found) const;
  void doubt_addresses(LocalTime now);
  void step_lookup(NetworkThread& network, LocalTime now);
  void keep(const Found& found);
  void fail_lookup(const std::string& sentence, LocalTime now);
  void tell_out_of_reach(LocalTime now);
  void watch_stun(const SecurityStatus& status, LocalTime now);
  void watch_turn(const SecurityStatus& status, LocalTime now);
  void tell(const std::string& sentence) { notice_ += (notice_.empty() ? "" : " ") + sentence; }

  Servers named_;
  DetachedTask<Found> lookup_;
  IceServers::Config found_;  // so far
  LocalTime lookup_began_{}, next_lookup_ = LocalTime::max();
  Duration lookup_wait_ = first_lookup_wait;
  std::string told_lookup_;
  bool doubts_ = false;  // whether what was found is still where the servers are
  std::optional<LocalTime> began_, asked_at_;
  std::vector<Endpoint> addresses_, seen_;
  bool settled_ = false, told_silence_ = false, told_out_of_reach_ = false;
  std::string told_failure_;
  std::string notice_;
};

}  // namespace evenkeel
