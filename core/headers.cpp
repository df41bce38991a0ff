// Empty: what belongs to the headers that all libraries have in common, see CMakeLists.txt.
