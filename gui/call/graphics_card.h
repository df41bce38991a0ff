#pragma once

#include <QString>
#include <string_view>

namespace evenkeel {

/// What OpenGL draws with on this machine.
struct GraphicsCard {
  QString renderer;       ///< by its own name: "Mesa Intel(R) UHD Graphics 620 (KBL GT2)"; empty: there is no OpenGL
  bool software = false;  ///< no card: the processor computes the pixels
};

/// Whether what calls itself so computes on the processor.
bool is_software_renderer(const QString& renderer);

/// Asks the system the first time, which loads the driver; then no window waits for the screen any more. To be called
/// from the window's thread.
const GraphicsCard& graphics_card();

/// There is none for the rest of the program: it failed.
void give_up_graphics_card();

/// What --surface takes.
enum class SurfaceChoice { automatic, gpu, software };

/// Automatic for what is none.
SurfaceChoice surface_choice(std::string_view text);

/// Whether pictures are drawn by OpenGL; else they are drawn in software.
bool draws_by_card(SurfaceChoice choice, const GraphicsCard& card);

}  // namespace evenkeel
