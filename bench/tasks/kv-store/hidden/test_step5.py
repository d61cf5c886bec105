import os
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

from kv.log import LoggedStore
from kv.server import Server
from tests_support import Client

CRASHER = """
import sys, threading
from kv.log import LoggedStore
store = LoggedStore(sys.argv[1])
def compact():
    while True:
        store.compact()
threading.Thread(target=compact, daemon=True).start()
number = 0
while True:
    store.set(f"k{number % 40}", str(number))
    print(number, flush=True)
    number += 1
"""


class Step5(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.path = os.path.join(self.folder, "log")
        self.now = 100.0

    def open(self, path=None):
        store = LoggedStore(path or self.path, clock=lambda: self.now)
        self.addCleanup(store.close)
        return store

    def test_one_line_for_each_key_that_is_there(self):
        store = self.open()
        for number in range(30):
            store.set(f"k{number % 3}", str(number))
        store.set("gone", "x")
        store.delete("gone")
        store.set("old", "x", ttl=5)
        self.now = 105.0
        store.compact()
        with open(self.path, "rb") as file:
            self.assertEqual(len(file.read().splitlines()), 3)
        store.close()
        again = self.open()
        self.assertEqual((again.keys(), again.get("k0")), (["k0", "k1", "k2"], "27"))

    def test_deadlines_survive(self):
        store = self.open()
        store.set("a", "1", ttl=50)
        store.compact()
        store.snapshot(os.path.join(self.folder, "copy"))
        store.close()
        self.now = 120.0
        self.assertEqual(self.open().ttl("a"), 30.0)
        self.assertEqual(self.open(os.path.join(self.folder, "copy")).ttl("a"), 30.0)

    def test_changes_after_a_compaction_are_logged(self):
        store = self.open()
        store.set("a", "1")
        store.compact()
        store.set("b", "2")
        store.delete("a")
        store.close()
        self.assertEqual(self.open().keys(), ["b"])

    def test_a_snapshot_is_a_copy(self):
        copy = os.path.join(self.folder, "copy")
        store = self.open()
        store.set("a", "1")
        store.snapshot(copy)
        store.set("a", "2")
        self.assertEqual(self.open(copy).get("a"), "1")
        store.snapshot(copy)
        self.assertEqual(self.open(copy).get("a"), "2")

    def test_nothing_is_lost_under_load(self):
        store = self.open()
        server = Server(store)
        server.start()
        self.addCleanup(server.stop)
        ended = threading.Event()

        def compact():
            while not ended.is_set():
                store.compact()
                store.snapshot(os.path.join(self.folder, "copy"))

        def work(name):
            client = Client(server.address)
            for number in range(60):
                client.ask(f"SET {name}{number} {number}")
                client.ask("INCR n")
            client.close()

        compactor = threading.Thread(target=compact, daemon=True)
        workers = [threading.Thread(target=work, args=(name,), daemon=True) for name in "abcd"]
        for thread in [compactor, *workers]:
            thread.start()
        for thread in workers:
            thread.join(60)
        ended.set()
        compactor.join(60)
        store.close()
        again = self.open()
        self.assertEqual((len(again), again.get("n"), again.get("d59")), (241, "240", "59"))

    def test_kill_9_while_it_compacts(self):
        for _ in range(3):
            writer = subprocess.Popen([sys.executable, "-c", CRASHER, self.path], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
            seen = []
            for line in writer.stdout:
                seen.append(int(line))
                if len(seen) >= 60:
                    break
            writer.send_signal(signal.SIGKILL)
            seen += [int(text) for text in writer.stdout.read().split()[:-1] if text.isdigit()]
            writer.stdout.close()
            writer.wait(10)
            store = self.open()
            expected = {}
            for number in seen:
                expected[f"k{number % 40}"] = number
            for key, number in expected.items():
                self.assertGreaterEqual(int(store.get(key, "-1")), number)
            store.close()

    def test_leftovers_of_a_crashed_compaction_do_no_harm(self):
        store = self.open()
        store.set("a", "1")
        store.close()
        for name in os.listdir(self.folder):
            for suffix in (".tmp", ".compacting", ".new"):
                with open(os.path.join(self.folder, name + suffix), "wb") as file:
                    file.write(b"garbage")
        store = self.open()
        store.compact()
        store.close()
        self.assertEqual(self.open().get("a"), "1")
