import socket
import unittest

from kv.server import Server
from kv.store import Store


class ServerTest(unittest.TestCase):
    def test_a_conversation(self):
        server = Server(Store())
        server.start()
        self.addCleanup(server.stop)
        with socket.create_connection(server.address, timeout=5) as client:
            file = client.makefile("rw", newline="\n")
            for request, reply in (("SET a b c", "OK"), ("GET a", "VALUE b c"), ("INCR n", "1"), ("KEYS", "a n"), ("DEL a", "1"), ("GET a", "NONE"), ("NO", "ERROR")):
                file.write(request + "\n")
                file.flush()
                self.assertTrue(file.readline().startswith(reply))


if __name__ == "__main__":
    unittest.main()
