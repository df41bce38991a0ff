"""Serves the page at http://localhost, and remembers what was asked for."""
import http.server
import threading


class PageServer:
    def __init__(self, page, host='localhost'):
        content, asked = page.read_bytes(), []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                found = self.path.split('?')[0] == '/'
                self.send_response(200 if found else 404)
                self.send_header('Content-Type', 'text/html; charset=utf-8')
                self.send_header('Content-Length', str(len(content) if found else 0))
                self.end_headers()
                self.wfile.write(content if found else b'')

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer((host, 0), Handler)
        self.url, self.asked = f'http://{host}:{self.server.server_port}/', asked
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
