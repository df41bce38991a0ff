#include "app/call/link_offer.h"

#include <algorithm>
#include <utility>

#include "app/call/link_reach.h"
#include "app/call/mapping_text.h"
#include "core/base/address_scope.h"
#include "core/net/clock.h"
#include "core/net/local_addresses.h"

namespace evenkeel {
namespace {

constexpr Duration end_patience = 3s;

constexpr std::size_t max_counted = 1000;  // addresses of this machine

}  // namespace

std::vector<IpAddress> LinkOffer::all_own_addresses() { return local_addresses(max_counted); }

std::string LinkOffer::open(const CallOptions& options, const Invitation& invitation, const Endpoint& bound) {
  invitation_ = invitation;
  bound_ = bound;
  own_ = own_addresses_();
  next_look_ = monotonic_now() + look_interval;
  for (Endpoint& endpoint : told_)
    if (endpoint.port == 0) endpoint.port = bound.port;
  if (std::string error = page_.open(options, bound, present_addresses().all); !error.empty()) return error;
  if (options.map_port && !mapped_port_) {
    mapped_port_ = std::make_shared<MappedPort>(bound, page_.mappable(), make_routers_);
    asked_at_ = monotonic_now();
  }
  outside_changed_ = false;
  return is_waiting() ? "" : write(options);
}

LinkAddresses LinkOffer::present_addresses() const { return link_addresses(told_, bound_, own_); }

/// With the addresses of this machine as they are now.
std::string LinkOffer::write(const CallOptions& options) {
  if (is_waiting() && link_.empty()) return {};
  const auto mapped = mapping_ ? mapping_->external : std::nullopt;
  const auto page = page_mapping_ ? page_mapping_->external : std::nullopt;
  page_.set_mapped(is_confirmed(page) ? page : std::nullopt);
  if (std::string error = page_.open(options, bound_, present_addresses().all); !error.empty()) return error;
  const LinkAddresses addresses = link_addresses(told_, bound_, own_, mapped, outside_);
  written_ = addresses.all;
  link_ = link_to(*invitation_, written_, page_.url());
  const bool chosen = !told_.empty() || !is_everywhere(bound_.address);
  const bool asks_outside = options.map_port || options.stun || options.turn;
  reach_ = chosen ? "" : link_reach_text(written_, addresses.left_out, asks_outside);
  return options.link_file ? write_link_file(*options.link_file, link_, options.overwrite) : "";
}

std::string LinkOffer::take_reach() {
  if (link_.empty() || std::exchange(told_reach_, reach_) == reach_) return {};
  return reach_;
}

// What a router says of its address comes without a signature: who is in its network can say it in its place. An
// address that leads nowhere does no harm to a call, which the certificate in the link protects. A browser that goes
// there gives the link to the page that it finds.
bool LinkOffer::is_confirmed(const std::optional<Endpoint>& mapped) const {
  const auto is_there = [&](const Endpoint& one) { return mapped && one.address == mapped->address; };
  return std::ranges::any_of(seen_, is_there) || std::ranges::any_of(told_, is_there);
}

void LinkOffer::set_outside(const std::vector<Endpoint>& addresses, const std::vector<Endpoint>& seen, bool waits) {
  outside_waits_ = waits;
  if (!seen.empty()) seen_ = seen;
  if (addresses.empty() || addresses == outside_) return;  // a server that is silent for a while takes nothing back
  outside_ = addresses;
  outside_changed_ = true;
}

LinkOffer::News LinkOffer::step(const CallOptions& options, LocalTime now) {
  if (!invitation_) return {};
  News news = step_router(options, now);
  if (!news.text.empty() || is_waiting()) return news;
  return follow_addresses(options, now);
}

/// Of a machine without a network the link stays as it was: it is good again where that comes back.
bool LinkOffer::own_have_changed(LocalTime now) {
  if (std::exchange(seen_changes_, address_changes_) != address_changes_)
    next_look_ = std::min(next_look_, now + settling);
  if (now < next_look_) return false;
  next_look_ = now + look_interval;
  std::vector<IpAddress> present = own_addresses_();
  const bool has_network = !std::ranges::all_of(present, is_loopback);
  if (!is_everywhere(bound_.address) || !has_network || present == own_) return false;
  own_ = std::move(present);
  return true;
}

LinkOffer::News LinkOffer::follow_addresses(const CallOptions& options, LocalTime now) {
  const bool own_changed = own_have_changed(now);
  const bool outside_changed = std::exchange(outside_changed_, false);
  if (!link_.empty() && !outside_changed && !own_changed) return {};
  return rewrite(options, own_changed);
}

// Those who have a link of before get through by it only where another address in it is good.
LinkOffer::News LinkOffer::rewrite(const CallOptions& options, bool own_changed) {
  const std::string before = link_;
  const std::vector<Endpoint> held = written_;
  const std::string held_page = page_.url();
  News news;
  news.error = write(options);
  if (before.empty() || link_ == before) return news;
  news.replaced = true;
  const bool confirms = page_mapping_ && page_.url() != held_page && is_confirmed(page_mapping_->external);
  const std::string of_page = confirms ? page_mapping_text(*page_mapping_, std::nullopt, true) : "";
  const auto lacks = [](const std::vector<Endpoint>& all, const std::vector<Endpoint>& of) {
    return std::ranges::any_of(of, [&](const Endpoint& one) { return std::ranges::find(all, one) == all.end(); });
  };
  news.is_problem = lacks(written_, held);
  if (news.is_problem) {
    news.text = own_changed
                    ? "This machine has other addresses than before: the link is out of date, and there is a new one."
                    : "Others see this machine at another address than before: the link is out of date, and there is a "
                      "new one.";
  } else if (lacks(held, written_)) {
    news.text = "The link has one more address, by which others may get through; the link of before stays good.";
  } else if (held != written_) {
    news.text = "The addresses in the link have another order; the link of before stays good.";
  }
  if (!of_page.empty()) news.text += (news.text.empty() ? "" : " ") + of_page;
  return news;
}

LinkOffer::News LinkOffer::step_router(const CallOptions& options, LocalTime now) {
  if (!mapped_port_ || outside_waits_) return {};  // a server may confirm the router's address
  if (const auto mapped = mapped_port_->take()) return take(options, *mapped);
  if (mapping_ || now < asked_at_ + patience) return {};
  mapping_ = PortMapping{};
  return {no_mapping_yet_text(patience), true, true, write(options)};
}

LinkOffer::News LinkOffer::take(const CallOptions& options, const MappedPort::Mapped& mapped) {
  News news{mapping_text(mapped.port, mapping_), !mapped.port.external || mapping_, false};
  bool changes = !mapping_ || mapping_->external != mapped.port.external;
  if (page_.mappable() && mapped.port.external) {
    const std::string of_page = page_mapping_text(mapped.page, page_mapping_, is_confirmed(mapped.page.external));
    if (!of_page.empty()) news.text += (news.text.empty() ? "" : " ") + of_page;
    changes |= !page_mapping_ || page_mapping_->external != mapped.page.external;
    page_mapping_ = mapped.page;
  }
  mapping_ = mapped.port;
  if (!changes) return news;
  const std::string before = link_;
  news.error = write(options);
  news.replaced = link_ != before;
  return news;
}

void LinkOffer::close() {
  if (mapped_port_) mapped_port_->end();
}

std::function<std::string()> LinkOffer::leaving_router() const {
  return [port = mapped_port_, mapping = mapping_]() -> std::string {
    const bool gone = !port || port->wait_until_gone(end_patience) == MappedPort::Ended::gone;
    return gone ? "" : mapping_stays_text(mapping.value_or(PortMapping()));
  };
}

}  // namespace evenkeel
