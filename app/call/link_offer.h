#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "app/call/invitation.h"
#include "app/call/mapped_port.h"
#include "app/call/page_offer.h"
#include "core/net/port_mapping/routers.h"

namespace evenkeel {

/// The link that a listener gives out: to the page for browsers, with the addresses where it is reached, among them the
/// one that a router maps (--map-port) and those that servers tell (--stun). For these the link waits some seconds, and
/// is made anew where they change, and where those of this machine do; links of before keep their other addresses.
class LinkOffer {
 public:
  /// With routers, before the link is given out without them: one that knows UPnP alone takes about 7 s for two ports.
  static constexpr Duration patience = 8s;

  /// Without a word of the kernel that addresses changed they are looked at this often.
  static constexpr Duration look_interval = 10s;
  /// A change is followed once it has lasted so long: a network comes with several.
  static constexpr Duration settling = 500ms;
  using OwnAddresses = std::function<std::vector<IpAddress>()>;

  explicit LinkOffer(MappedPort::MakeRouters make_routers = evenkeel::make_routers,
                     OwnAddresses own_addresses = all_own_addresses)
      : make_routers_(std::move(make_routers)), own_addresses_(std::move(own_addresses)) {}

  /// What --address names, looked up; of port 0 where it names none. Before open().
  void set_told(std::vector<Endpoint> told) { told_ = std::move(told); }
  /// Of a listener that is bound there; again where it gets another invitation. Returns nothing, or one sentence that
  /// says what failed.
  std::string open(const CallOptions& options, const Invitation& invitation, const Endpoint& bound);
  /// The addresses outside that servers reported so far, among them those by which they see this machine, and whether
  /// the link waits for more; before open() and each step().
  void set_outside(const std::vector<Endpoint>& addresses, const std::vector<Endpoint>& seen, bool waits);
  /// How often the kernel has said that addresses of this machine changed; before each step().
  void set_address_changes(std::uint64_t count) { address_changes_ = count; }
  /// Empty before open(), and while a router or a server is waited for.
  const std::string& link() const { return link_; }
  bool waits() const { return invitation_ && link_.empty() && is_waiting(); }
  const PageOffer& page() const { return page_; }
  /// What the link is not good for, and which addresses it lacks, once for each time that it is another sentence; empty
  /// where there is nothing to say. Nothing of what somebody chose by --address or --bind.
  std::string take_reach();

  struct News {
    std::string text{};  ///< what a router or a server did, or that it did nothing; empty: no news
    bool is_problem = false;
    bool replaced = false;  ///< link() has another text
    std::string error{};    ///< what failed then
  };
  News step(const CallOptions& options, LocalTime now);
  /// Begins to take back what a router mapped; does not block. The link remains.
  void close();
  /// What waits until it is taken back, a short time at most, also when this object is gone. Returns a sentence where
  /// it may not be.
  std::function<std::string()> leaving_router() const;

 private:
  bool is_waiting() const { return (mapped_port_ && !mapping_) || outside_waits_; }
  std::string write(const CallOptions& options);
  News step_router(const CallOptions& options, LocalTime now);
  News follow_addresses(const CallOptions& options, LocalTime now);
  bool own_have_changed(LocalTime now);
  News rewrite(const CallOptions& options, bool own_changed);
  LinkAddresses present_addresses() const;
  static std::vector<IpAddress> all_own_addresses();
  bool is_confirmed(const std::optional<Endpoint>& mapped) const;
  News take(const CallOptions& options, const MappedPort::Mapped& mapped);

  MappedPort::MakeRouters make_routers_;
  OwnAddresses own_addresses_;
  std::vector<IpAddress> own_;  // as the link has them
  std::uint64_t address_changes_ = 0, seen_changes_ = 0;
  LocalTime next_look_{};
  std::string reach_, told_reach_;
  std::optional<Invitation> invitation_;
  Endpoint bound_;
  std::vector<Endpoint> told_;  // by --address
  PageOffer page_;
  std::string link_;
  std::shared_ptr<MappedPort> mapped_port_;
  LocalTime asked_at_{};
  std::optional<PortMapping> mapping_;              // as people know it
  std::optional<PortMapping> page_mapping_;         // likewise, where the page's port is to be mapped
  std::vector<Endpoint> outside_, seen_, written_;  // as reported; all that the link holds
  bool outside_waits_ = false, outside_changed_ = false;
};

}  // namespace evenkeel
