"""The emulator of Cloud Storage on a free port, until the standard input is closed."""

import os
import socket
import sys
import threading

from gcp_storage_emulator.server import create_server

with socket.socket() as free:
    free.bind(('127.0.0.1', 0))
    port = free.getsockname()[1]
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
server = create_server('127.0.0.1', port, in_memory=True)
server.start()
print(f'Running on http://127.0.0.1:{port}', flush=True)
threading.Event().wait()
