#include "app/capture/find_camera.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>

namespace evenkeel {
namespace {

bool is_v4l2(const CameraInfo& camera) { return camera.backend == CameraInfo::Backend::v4l2; }

template <typename Matches>
const CameraInfo* find_first(const std::vector<CameraInfo>& cameras, const Matches& matches) {
  const auto found = std::ranges::find_if(cameras, matches);
  return found == cameras.end() ? nullptr : &*found;
}

/// Null if none or several match.
template <typename Matches>
const CameraInfo* find_only(const std::vector<CameraInfo>& cameras, const Matches& matches) {
  const auto found = std::ranges::find_if(cameras, matches);
  if (found == cameras.end() || std::find_if(found + 1, cameras.end(), matches) != cameras.end()) return nullptr;
  return &*found;
}

using Text = std::string (*)(const CameraIdentity&);

/// The first of these texts that is not empty and that no other V4L2 camera has; otherwise its node.
std::string first_unique(const CameraInfo& camera, const std::vector<CameraInfo>& cameras,
                         std::initializer_list<Text> texts) {
  for (const Text text : texts) {
    const std::string own = text(camera.identity);
    const auto same = [&](const CameraInfo& c) { return is_v4l2(c) && text(c.identity) == own; };
    if (!own.empty() && find_only(cameras, same)) return own;
  }
  return camera.node;
}

std::string path_of(const CameraIdentity& identity) { return identity.path; }
std::string bus_of(const CameraIdentity& identity) { return identity.bus; }

std::string display_for(const CameraInfo& camera, const std::vector<CameraInfo>& cameras) {
  const std::string& card = camera.identity.card;
  const auto same = [&](const CameraInfo& c) { return is_v4l2(c) && c.identity.card == card; };
  if (find_only(cameras, same)) return card;
  return card + " (" + first_unique(camera, cameras, {path_of, bus_of}) + ')';
}

/// Resolves udev's links to nodes, such as those in /dev/v4l/by-id.
std::string follow_link(const std::string& name) {
  std::error_code failed;
  const std::filesystem::path node = std::filesystem::canonical(name, failed);
  return name.starts_with('/') && !failed ? node.string() : name;
}

/// One name of each kind, in the order of lookup.
std::vector<std::string> names_of(const CameraInfo& camera) {
  if (!is_v4l2(camera)) return {camera.name, camera.display};
  const CameraIdentity& identity = camera.identity;
  return {camera.name, camera.node, camera.display, identity.card, name_by_path(identity), name_by_bus(identity)};
}

}  // namespace

void name_cameras(std::vector<CameraInfo>& cameras) {
  for (CameraInfo& camera : cameras) {
    if (!is_v4l2(camera)) continue;
    camera.name = first_unique(camera, cameras, {name_by_number, name_by_path, name_by_bus});
    camera.display = display_for(camera, cameras);
  }
}

const CameraInfo* find_camera(const std::vector<CameraInfo>& cameras, const std::string& name) {
  const std::string wanted = follow_link(name);
  std::size_t best_rank = names_of({}).size();
  const CameraInfo* best = nullptr;
  for (const CameraInfo& camera : cameras) {
    const std::vector<std::string> names = names_of(camera);
    const auto rank = static_cast<std::size_t>(std::ranges::find(names, wanted) - names.begin());
    if (rank == names.size() || rank >= best_rank) continue;
    best_rank = rank;
    best = &camera;
  }
  return wanted.empty() ? nullptr : best;
}

const CameraInfo* default_camera(const std::vector<CameraInfo>& cameras) {
  const CameraInfo* const usable = find_first(cameras, [](const CameraInfo& c) { return !c.formats.empty(); });
  return usable != nullptr || cameras.empty() ? usable : &cameras.front();
}

std::vector<std::string> other_names(const std::vector<CameraInfo>& cameras, const CameraInfo& camera) {
  std::vector<std::string> out;
  for (const std::string& name : names_of(camera)) {
    const bool known = name == camera.name || std::ranges::count(out, name) > 0;
    if (!known && find_camera(cameras, name) == &camera) out.push_back(name);
  }
  return out;
}

const CameraInfo* find_again(const std::vector<CameraInfo>& cameras, const CameraInfo& lost) {
  const auto at_node = [&](const CameraInfo& c) { return c.backend == lost.backend && c.node == lost.node; };
  if (!is_v4l2(lost)) return find_first(cameras, at_node);
  const auto in_place = [&](const CameraInfo& c) { return is_v4l2(c) && same_port(lost.identity, c.identity); };
  if (const CameraInfo* const camera = find_only(cameras, in_place)) return camera;
  const auto elsewhere = [&](const CameraInfo& c) { return is_v4l2(c) && name_by_number(c.identity) == lost.name; };
  if (lost.identity.has_number && lost.name == name_by_number(lost.identity)) return find_only(cameras, elsewhere);
  return find_first(cameras, [&](const CameraInfo& c) { return in_place(c) && at_node(c); });
}

}  // namespace evenkeel
