import os
import signal
import subprocess
import sys
import tempfile
import unittest

from kv.log import DamagedLog, LoggedStore

WRITER = """
import sys
from kv.log import LoggedStore
store = LoggedStore(sys.argv[1])
number = 0
while True:
    store.set(f"k{number}", "v" * 200)
    print(number, flush=True)
    number += 1
"""


class Step3(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "log")
        self.now = 50.0

    def open(self):
        store = LoggedStore(self.path, clock=lambda: self.now)
        self.addCleanup(store.close)
        return store

    def test_everything_is_there_again(self):
        store = self.open()
        store.set("a", "1")
        store.set("b", "line\nline\r\n\t\u00e9\u2028\0")
        store.set("a", "3")
        store.set("c", "x")
        store.delete("c")
        store.close()
        again = self.open()
        self.assertEqual((again.keys(), again.get("a"), again.get("b")), (["a", "b"], "3", "line\nline\r\n\t\u00e9\u2028\0"))

    def test_deadlines_go_on(self):
        store = self.open()
        store.set("a", "1", ttl=10)
        store.set("b", "1", ttl=100)
        store.close()
        self.now = 61.0
        again = self.open()
        self.assertEqual((again.keys(), again.ttl("b")), (["b"], 89.0))

    def test_a_key_that_was_made_to_last(self):
        store = self.open()
        store.set("a", "1", ttl=10)
        store.set("a", "2")
        store.close()
        self.now = 500.0
        self.assertEqual(self.open().get("a"), "2")

    def test_every_cut_of_the_last_line(self):
        store = self.open()
        store.set("a", "1")
        store.close()
        first = os.path.getsize(self.path)
        store = self.open()
        store.set("b", "2\u00e9")
        store.close()
        with open(self.path, "rb") as file:
            whole = file.read()
        for length in range(first, len(whole)):
            with open(self.path, "wb") as file:
                file.write(whole[:length])
            store = self.open()
            self.assertEqual(store.keys(), ["a"])
            store.set("c", "3")
            store.close()
            again = self.open()
            self.assertEqual((again.get("a"), again.get("c")), ("1", "3"), f"cut at {length}")
            again.close()

    def test_a_damaged_line_in_the_middle(self):
        store = self.open()
        for key in "abc":
            store.set(key, "1")
        store.close()
        with open(self.path, "rb") as file:
            lines = file.read().split(b"\n")
        lines[1] = b"garbage"
        with open(self.path, "wb") as file:
            file.write(b"\n".join(lines))
        with self.assertRaisesRegex(DamagedLog, "2"):
            self.open()

    def test_a_refused_change_is_not_logged(self):
        store = self.open()
        store.set("a", "1")
        size = os.path.getsize(self.path)
        for key, value in (("a", 1), ("", "x")):
            with self.assertRaises((TypeError, ValueError)):
                store.set(key, value)
        store.delete("nothing")
        self.assertEqual(os.path.getsize(self.path), size)

    def test_kill_9(self):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, self.path], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        last = -1
        for line in writer.stdout:
            last = int(line)
            if last >= 20:
                break
        writer.send_signal(signal.SIGKILL)
        rest = writer.stdout.read().split()
        writer.stdout.close()
        writer.wait(10)
        last = max([last] + [int(text) for text in rest if text.isdigit()][:-1])
        store = self.open()
        for number in range(last + 1):
            self.assertEqual(store.get(f"k{number}"), "v" * 200)

    def test_it_is_on_the_disk_before_the_method_returns(self):
        store = self.open()
        store.set("a", "1")
        size = os.path.getsize(self.path)
        self.assertGreater(size, 0)
        store.delete("a")
        self.assertGreater(os.path.getsize(self.path), size)
