#include "app/capture/camera_search.h"

#include <catch2/catch.hpp>
#include <future>

namespace evenkeel {
namespace {

CameraProvider quick(const std::string& node, const std::string& error = "") {
  return {"the quick one", "do nothing",
          [node, error](std::vector<Announced>& out) {
            Announced announced;
            announced.camera.name = announced.camera.node = node;
            announced.camera.backend = CameraInfo::Backend::pipewire;
            if (!node.empty()) out.push_back(announced);
            return error;
          },
          [] {}};
}

/// Answers when it is let go, which an interruption does where it heeds it.
struct Silent {
  std::shared_ptr<std::promise<void>> let_go = std::make_shared<std::promise<void>>();
  bool heeds = true;

  CameraProvider provider() const {
    const std::shared_future<void> gone = let_go->get_future().share();
    return {"the silent one", "shout at it", [gone](std::vector<Announced>&) { return gone.wait(), std::string(); },
            [go = let_go, heeds = heeds] {
              if (heeds) go->set_value();
            }};
  }
};

constexpr const char* no_answer = "Cannot find all cameras: the silent one did not answer within 0 s; shout at it.";

}  // namespace

TEST_CASE("Cameras of all providers are found, whatever one of them lacks") {
  const CameraList list = search_cameras({quick("desk"), quick("", "The second cannot."), quick("door")}, 30s);
  REQUIRE(list.cameras.size() == 2);
  CHECK(list.cameras[0].name == "desk");
  CHECK(list.cameras[1].name == "door");
  CHECK(list.error == "The second cannot.");
  CHECK_FALSE(camera_search_hangs());
}

TEST_CASE("A provider that does not answer is interrupted and named, and the others have their say") {
  const Silent silent;
  const CameraList list = search_cameras({quick("desk"), silent.provider(), quick("door")}, 20ms);
  CHECK(list.cameras.size() == 2);
  CHECK(list.error == no_answer);
  CHECK_FALSE(camera_search_hangs());
}

TEST_CASE("One that cannot be interrupted is left behind, which is known until it ends") {
  Silent silent;
  silent.heeds = false;
  const CameraList list = search_cameras({quick("desk"), silent.provider()}, 20ms);
  CHECK(list.cameras.size() == 1);
  CHECK(list.error == no_answer);
  CHECK(camera_search_hangs());
  CHECK(search_cameras({quick("desk")}, 20ms).error ==
        "Cannot look for cameras: an earlier search has not ended; start the program again.");
  silent.let_go->set_value();
  while (camera_search_hangs()) std::this_thread::yield();
  CHECK(search_cameras({quick("desk")}, 30s).error.empty());
}

}  // namespace evenkeel
