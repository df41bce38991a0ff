// Loaded before GStreamer (LD_PRELOAD): one that does not start.

#include <gst/gst.h>

gboolean gst_init_check(int*, char***, GError** error) {
  g_set_error_literal(error, GST_CORE_ERROR, GST_CORE_ERROR_FAILED, "no registry");
  return FALSE;
}
