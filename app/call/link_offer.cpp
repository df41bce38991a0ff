#include "app/call/link_offer.h"

#include <algorithm>

#include "app/call/mapping_text.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

constexpr Duration end_patience = 3s;

}  // namespace

std::string LinkOffer::open(const CallOptions& options, const Invitation& invitation, const Endpoint& bound) {
  if (!invitation_) {  // once: nobody waits for the resolver again
    auto told = told_addresses(options, bound);
    if (!told) return told.error;
    told_ = std::move(*told.value);
  }
  invitation_ = invitation;
  bound_ = bound;
  if (std::string error = page_.open(options, bound, link_addresses(told_, bound)); !error.empty()) return error;
  if (options.map_port && !mapped_port_) {
    mapped_port_ = std::make_shared<MappedPort>(bound, page_.mappable(), make_routers_);
    asked_at_ = monotonic_now();
  }
  outside_changed_ = false;
  return is_waiting() ? "" : write(options);
}

/// With the addresses of this machine as they are now.
std::string LinkOffer::write(const CallOptions& options) {
  if (is_waiting() && link_.empty()) return {};
  const auto mapped = mapping_ ? mapping_->external : std::nullopt;
  const auto page = page_mapping_ ? page_mapping_->external : std::nullopt;
  page_.set_mapped(is_confirmed(page) ? page : std::nullopt);
  if (std::string error = page_.open(options, bound_, link_addresses(told_, bound_)); !error.empty()) return error;
  written_ = link_addresses(told_, bound_, mapped, outside_);
  link_ = link_to(*invitation_, written_, page_.url());
  return options.link_file ? write_link_file(*options.link_file, link_, options.overwrite) : "";
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
  return follow_outside(options);
}

// Those who have a link of before get through by it only where another address in it is good.
LinkOffer::News LinkOffer::follow_outside(const CallOptions& options) {
  const bool is_first = link_.empty();
  if (!is_first && !outside_changed_) return {};
  outside_changed_ = false;
  const std::string before = link_;
  const std::vector<Endpoint> held = written_;
  const std::string held_page = page_.url();
  News news;
  news.error = write(options);
  if (is_first || link_ == before) return news;
  news.replaced = true;
  const bool confirms = page_mapping_ && page_.url() != held_page && is_confirmed(page_mapping_->external);
  const std::string of_page = confirms ? page_mapping_text(*page_mapping_, std::nullopt, true) : "";
  if (held == written_) {
    news.text = of_page;
    return news;
  }
  news.is_problem = std::ranges::any_of(
      held, [&](const Endpoint& one) { return std::ranges::find(written_, one) == written_.end(); });
  news.text =
      news.is_problem
          ? "Others see this machine at another address than before: the link is out of date, and there is a new one."
          : "The link has one more address, by which others may get through; the link of before stays good.";
  if (!of_page.empty()) news.text += ' ' + of_page;
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
