"""The line protocol over TCP."""

import socketserver
import threading


class Server:
    def __init__(self, store, host="127.0.0.1", port=0):
        self._store = store
        self._wanted = (host, port)
        self._server = None
        self.address = None

    def start(self):
        store = self._store

        class Connection(socketserver.StreamRequestHandler):
            def handle(self):
                for line in self.rfile:
                    if not line.endswith(b"\n"):
                        return
                    reply = answer(store, line)
                    self.wfile.write(reply.encode() + b"\n")
                    if reply == "BYE":
                        return

        self._server = _Listener(self._wanted, Connection)
        self.address = self._server.server_address
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def stop(self):
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


class _Listener(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 128
    block_on_close = False


def answer(store, line):
    """The answer to one request line (bytes)."""
    try:
        text = line.decode("utf-8").rstrip("\n").removesuffix("\r")
        command, _, rest = text.partition(" ")
        return _answer(store, command.upper(), rest)
    except UnicodeDecodeError:
        return "ERROR not UTF-8"
    except (ValueError, TypeError) as error:
        return f"ERROR {error}".replace("\n", " ")


def _answer(store, command, rest):
    if command == "SET":
        key, space, value = rest.partition(" ")
        if not space:
            return "ERROR SET needs a key and a value"
        store.set(key, value)
        return "OK"
    if command == "KEYS":
        return " ".join(store.keys(rest))
    if command == "QUIT":
        return "BYE"
    if command not in ("GET", "DEL", "INCR"):
        return "ERROR unknown command"
    if rest == "" or " " in rest:
        return f"ERROR {command} needs one key"
    if command == "GET":
        value = store.get(rest)
        return "NONE" if value is None else f"VALUE {value}"
    if command == "DEL":
        return "1" if store.delete(rest) else "0"
    return str(store.increment(rest))
