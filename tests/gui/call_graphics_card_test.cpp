#include <catch2/catch.hpp>

#include "gui/call/graphics_card.h"
#include "gui/call/video_view.h"
#include "tests/gui/call_pictures.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("what computes pixels on the processor is distinguished from a graphics card by its name") {
  struct Row {
    const char* renderer;
    bool software;
  };
  const auto row = GENERATE(values<Row>({
      {"llvmpipe (LLVM 15.0.6, 256 bits)", true},
      {"Gallium 0.4 on llvmpipe (LLVM 3.4, 256 bits)", true},
      {"softpipe", true},
      {"Software Rasterizer", true},
      {"Mesa DRI swrast", true},
      {"SWR (LLVM 11.0.1, 256 bits)", true},
      {"zink (llvmpipe (LLVM 15.0.6, 256 bits))", true},
      {"zink Vulkan 1.3 (lavapipe)", true},
      {"virgl (LLVMPIPE (LLVM 15.0.6, 256 bits))", true},
      {"Google SwiftShader", true},
      {"ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)), SwiftShader driver)", true},
      {"ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11, D3D11)", true},
      {"D3D12 (Microsoft Basic Render Driver)", true},
      {"GDI Generic", true},
      {"Apple Software Renderer", true},
      {"Mesa Intel(R) UHD Graphics 620 (KBL GT2)", false},
      {"Mesa DRI Intel(R) HD Graphics 4000 (IVB GT2)", false},
      {"AMD Radeon RX 580 Series (polaris10, LLVM 15.0.6, DRM 3.49, 6.1.0-18-amd64)", false},
      {"NVIDIA GeForce RTX 3060/PCIe/SSE2", false},
      {"NV137", false},
      {"V3D 4.2", false},
      {"Mali-G52 (Panfrost)", false},
      {"SVGA3D; build: RELEASE;  LLVM;", false},
      {"virgl (Mesa Intel(R) UHD Graphics 630 (CFL GT2))", false},
      {"Apple M1", false},
  }));
  CAPTURE(row.renderer);
  CHECK(is_software_renderer(row.renderer) == row.software);
}

TEST_CASE("the graphics card draws where there is one, OpenGL in software only where that is asked for") {
  const GraphicsCard none;
  const GraphicsCard card{"Mesa Intel(R) UHD Graphics 620 (KBL GT2)", false};
  const GraphicsCard software{"llvmpipe (LLVM 15.0.6, 256 bits)", true};
  struct Row {
    const char* choice;
    bool with_none, with_card, with_software;
  };
  const auto row = GENERATE(values<Row>({
      {"auto", false, true, false},
      {"", false, true, false},
      {"gpu", false, true, true},
      {"software", false, false, false},
  }));
  CAPTURE(row.choice);
  const SurfaceChoice choice = surface_choice(row.choice);
  CHECK(draws_by_card(choice, none) == row.with_none);
  CHECK(draws_by_card(choice, card) == row.with_card);
  CHECK(draws_by_card(choice, software) == row.with_software);
}

TEST_CASE("on a platform without OpenGL pictures are drawn in software, with one notice for who asked for more") {
  PictureSlot remote, own;
  VideoView view(remote, own);
  QStringList said;
  QObject::connect(&view, &VideoView::said, [&](const QString& sentence) { said << sentence; });
  view.choose_surface(SurfaceChoice::automatic);
  CHECK(graphics_card().renderer.isEmpty());
  CHECK(view.drawn_by() == "software");
  CHECK(said.isEmpty());
  for (int call = 0; call < 2; ++call) view.choose_surface(SurfaceChoice::gpu);
  CHECK(view.drawn_by() == "software");
  CHECK(said == QStringList{"Nothing draws with OpenGL here, so that the picture is drawn in software."});
}

TEST_CASE("a picture is halved until more than half of it is shown, so that no pixel is left out") {
  struct Row {
    PictureSize picture;
    QSize shown;
    PictureSize reduced;
  };
  const auto row = GENERATE(values<Row>({
      {{1920, 1080}, {1920, 1080}, {1920, 1080}},
      {{1920, 1080}, {3840, 2160}, {1920, 1080}},
      {{1920, 1080}, {960, 540}, {1920, 1080}},
      {{1920, 1080}, {959, 539}, {960, 540}},
      {{1920, 1080}, {240, 135}, {480, 270}},
      {{641, 361}, {160, 90}, {161, 91}},
      {{999, 3}, {100, 1}, {500, 2}},
      {{1, 1}, {1, 1}, {1, 1}},
  }));
  const Picture picture = *grey_picture(row.picture.width, row.picture.height, 99);
  Picture memory;
  CHECK(PictureImage::reduced_size(picture, row.shown) == row.reduced);
  const Picture& reduced = PictureImage::reduced(picture, row.shown, memory);
  CHECK(PictureSize{reduced.width, reduced.height} == row.reduced);
  CHECK(std::abs(reduced.y().back() - 99) <= 1);
}
