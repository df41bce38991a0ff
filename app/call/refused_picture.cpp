#include "app/call/refused_picture.h"

#include "app/cli/call_options.h"

namespace evenkeel {

std::string refused_picture_text(PictureSize picture, PictureSize largest) {
  const std::string size = to_string(picture);
  CallOptions options;
  const bool possible = find_option("largest-picture")->set(options, size).empty();
  return "Pictures of " + size + " came and are not shown, as they are larger than " + to_string(largest) + "; " +
         (possible ? "to see them start with --largest-picture " + size : "ask the other side for smaller ones") + ".";
}

}  // namespace evenkeel
