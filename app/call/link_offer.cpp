#include "app/call/link_offer.h"

#include "app/call/mapping_text.h"
#include "core/net/clock.h"

namespace evenkeel {
namespace {

constexpr Duration end_patience = 3s;

}  // namespace

std::string LinkOffer::open(const CallOptions& options, const Invitation& invitation, const Endpoint& bound) {
  invitation_ = invitation;
  bound_ = bound;
  const auto addresses = link_addresses(options, bound);
  if (!addresses) return addresses.error;
  if (std::string error = page_.open(options, bound, *addresses); !error.empty()) return error;
  if (options.map_port && !mapped_port_) {
    mapped_port_ = std::make_unique<MappedPort>(bound, make_routers_);
    asked_at_ = monotonic_now();
  }
  return mapped_port_ && !mapping_ ? "" : write(options);
}

/// With the addresses of this machine as they are now.
std::string LinkOffer::write(const CallOptions& options) {
  const auto mapped = mapping_ ? mapping_->external : std::nullopt;
  const auto own = link_addresses(options, bound_);
  if (!own) return own.error;
  // Browsers are led to an address of this machine: no router maps the page's port.
  if (std::string error = page_.open(options, bound_, *own); !error.empty()) return error;
  const auto all = link_addresses(options, bound_, mapped);
  if (!all) return all.error;
  link_ = link_to(*invitation_, *all, page_.url());
  return options.link_file ? write_link_file(*options.link_file, link_) : "";
}

LinkOffer::News LinkOffer::step(const CallOptions& options, LocalTime now) {
  if (!mapped_port_) return {};
  if (const auto mapping = mapped_port_->take()) return take(options, *mapping);
  if (mapping_ || now < asked_at_ + patience) return {};
  mapping_ = PortMapping{};
  return {no_mapping_yet_text(patience), true, true, write(options)};
}

LinkOffer::News LinkOffer::take(const CallOptions& options, const PortMapping& mapping) {
  News news{mapping_text(mapping, mapping_), !mapping.external || mapping_, false};
  const bool changes = !mapping_ || mapping_->external != mapping.external;
  mapping_ = mapping;
  if (!changes) return news;
  const std::string before = link_;
  news.error = write(options);
  news.replaced = link_ != before;
  return news;
}

void LinkOffer::close() {
  if (mapped_port_) mapped_port_->end();
}

std::string LinkOffer::leave_router() {
  if (!mapped_port_) return {};
  const bool gone = mapped_port_->wait_until_gone(end_patience) == MappedPort::Ended::gone;
  return gone || !mapping_ || !mapping_->external ? "" : mapping_stays_text(*mapping_);
}

}  // namespace evenkeel
