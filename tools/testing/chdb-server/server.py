"""ClickHouse's engine behind a part of its HTTP interface: statements, settings, sign-in and errors."""

import os
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from chdb import session

USER, PASSWORD = 'acme', 'acme-password'
NOT_SETTINGS = {'query', 'database', 'wait_end_of_query'}

engine = session.Session()
one_at_a_time = threading.Lock()


def run(statement, body, settings):
    """Returns the result; the settings are those of this statement."""
    if settings:
        given = 'SETTINGS ' + ', '.join(f"{name} = '{value}'" for name, value in settings.items())
        statement = re.sub(r'\bFORMAT JSONEachRow$', given + ' FORMAT JSONEachRow', statement)
    with one_at_a_time:
        return engine.query(f'{statement}\n{body}' if body else statement).bytes()


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get('content-length', 0))).decode()
        given = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
        settings = {name: value for name, value in given.items() if name not in NOT_SETTINGS}
        user = self.headers.get('x-clickhouse-user', 'default')
        if (user, self.headers.get('x-clickhouse-key', '')) != (USER, PASSWORD):
            return self.answer(
                403,
                f'Code: 516. DB::Exception: {user}: Authentication failed: password is incorrect, '
                'or there is no user with such name. (AUTHENTICATION_FAILED)\n'.encode(),
                '516',
            )
        try:
            self.answer(200, run(given['query'], body, settings))
        except Exception as error:
            text = str(error)
            code = re.search(r'Code: (\d+)', text)
            # As the server answers: unknown names with 404.
            status = 404 if code and code[1] in ('60', '81') else 500
            self.answer(status, text.encode(), code[1] if code else '1')

    def answer(self, status, body, code=None):
        self.send_response(status)
        if code:
            self.send_header('x-clickhouse-exception-code', code)
        self.send_header('content-length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_args):
        pass


threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
server = ThreadingHTTPServer(('127.0.0.1', 0), Handler)
print(f'Running on http://127.0.0.1:{server.server_port}', flush=True)
server.serve_forever()
