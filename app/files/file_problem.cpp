#include "app/files/file_problem.h"

namespace evenkeel {
namespace {

class Category final : public std::error_category {
  const char* name() const noexcept override { return "file"; }
  std::string message(int value) const override {
    switch (static_cast<FileProblem>(value)) {
      case FileProblem::folder_of_another:
        return "the folder belongs to another user";
      case FileProblem::open_folder:
        return "every user may write to the folder";
      case FileProblem::link_of_another:
        return "a symbolic link of another user leads there";
      case FileProblem::symbolic_link:
        return "it is a symbolic link";
      case FileProblem::file_of_another:
        return "the file belongs to another user";
      case FileProblem::second_name:
        return "the file has a second name (a hard link)";
      case FileProblem::pipe_of_another:
        return "the pipe belongs to another user";
      case FileProblem::no_ordinary_file:
        return "it is no ordinary file";
    }
    return "unknown problem";
  }
};

}  // namespace

std::error_code make_error_code(FileProblem problem) {
  static const Category category;
  return {static_cast<int>(problem), category};
}

}  // namespace evenkeel
