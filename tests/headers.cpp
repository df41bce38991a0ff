// Empty: what belongs to the headers that all tests have in common, see CMakeLists.txt.
