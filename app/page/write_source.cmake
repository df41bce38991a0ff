# cmake -D PAGE_FILE=call.html -D INPUT=call_page.cpp.in -D OUTPUT=call_page.cpp -P write_source.cmake
file(READ ${PAGE_FILE} PAGE)
configure_file(${INPUT} ${OUTPUT} @ONLY)
