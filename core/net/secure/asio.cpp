// Asio's functions, compiled once: BOOST_ASIO_SEPARATE_COMPILATION leaves them out of its headers.
#include <boost/asio/impl/src.hpp>
#include <boost/asio/ssl/impl/src.hpp>
