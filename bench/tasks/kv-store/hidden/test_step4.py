import os
import tempfile
import threading
import unittest

from kv.log import LoggedStore
from kv.server import Server
from kv.store import Store
from tests_support import Client


class Step4(unittest.TestCase):
    def serve(self, store):
        server = Server(store)
        server.start()
        self.addCleanup(server.stop)
        self.address = server.address
        return self.client()

    def client(self):
        client = Client(self.address)
        self.addCleanup(client.close)
        return client

    def test_the_protocol(self):
        client = self.serve(Store())
        talk = (
            ("SET a  two  spaces ", "OK"),
            ("GET a", "VALUE  two  spaces "),
            ("GET b", "NONE"),
            ("SET \u00e9 \u00fc", "OK"),
            ("GET \u00e9", "VALUE \u00fc"),
            ("KEYS", "a \u00e9"),
            ("KEYS a", "a"),
            ("KEYS zz", ""),
            ("DEL a", "1"),
            ("DEL a", "0"),
            ("INCR n", "1"),
            ("INCR n", "2"),
            ("GET n", "VALUE 2"),
        )
        for request, reply in talk:
            self.assertEqual(client.ask(request), reply, request)

    def test_mistakes_are_answered_and_it_goes_on(self):
        client = self.serve(Store())
        client.ask("SET word abc")
        for request in ("", "NOPE", "GET", "SET", "SET a", "INCR word", "DEL"):
            self.assertRegex(client.ask(request), "^ERROR .", request)
        self.assertEqual(client.ask("GET word"), "VALUE abc")
        client.socket.sendall(b"GET \xff\xfe\n")
        self.assertRegex(client.answer(), "^ERROR ")
        self.assertEqual(client.ask("GET word"), "VALUE abc")

    def test_pieces(self):
        client = self.serve(Store())
        for piece in (b"SE", b"T a \xc3", b"\xa9\nGE", b"T a\nGET b\n"):
            client.socket.sendall(piece)
        self.assertEqual([client.answer() for _ in range(3)], ["OK", "VALUE \u00e9", "NONE"])

    def test_quit(self):
        client = self.serve(Store())
        self.assertEqual(client.ask("QUIT"), "BYE")
        self.assertEqual(client.file.readline(), b"")
        self.assertEqual(self.client().ask("GET a"), "NONE")

    def test_a_silent_client_holds_nobody_up(self):
        self.serve(Store())
        silent = self.client()
        silent.socket.sendall(b"GET a")
        self.assertEqual(self.client().ask("INCR n"), "1")

    def test_increment_is_atomic(self):
        self.serve(Store())

        def work():
            client = Client(self.address)
            for _ in range(100):
                client.ask("INCR n")
            client.close()

        threads = [threading.Thread(target=work, daemon=True) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        self.assertEqual(self.client().ask("GET n"), "VALUE 800")

    def test_increment_keeps_the_deadline(self):
        now = [100.0]
        store = Store(clock=lambda: now[0])
        store.set("n", "5", ttl=10)
        client = self.serve(store)
        self.assertEqual(client.ask("INCR n"), "6")
        self.assertEqual(store.ttl("n"), 10.0)
        now[0] = 110.0
        self.assertEqual(client.ask("INCR n"), "1")

    def test_over_a_log(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "log")
            store = LoggedStore(path)
            client = self.serve(store)
            client.ask("SET a 1")
            client.ask("INCR n")
            store.close()
            again = LoggedStore(path)
            self.assertEqual((again.get("a"), again.get("n")), ("1", "1"))
            again.close()
