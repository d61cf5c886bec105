import os
import tempfile
import unittest

from kv.log import LoggedStore


class LogTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "log")

    def tearDown(self):
        self.folder.cleanup()

    def test_it_is_there_again(self):
        store = LoggedStore(self.path)
        store.set("a", "1")
        store.set("b", "2")
        store.delete("a")
        store.close()
        again = LoggedStore(self.path)
        self.assertEqual(again.keys(), ["b"])
        again.close()

    def test_a_torn_last_line(self):
        store = LoggedStore(self.path)
        store.set("a", "1")
        store.close()
        with open(self.path, "ab") as file:
            file.write(b'{"set": "b"')
        again = LoggedStore(self.path)
        self.assertEqual(again.keys(), ["a"])
        again.close()


if __name__ == "__main__":
    unittest.main()
