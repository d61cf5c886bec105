import os
import tempfile
import unittest

from kv.log import LoggedStore


class CompactionTest(unittest.TestCase):
    def test_it_is_smaller_and_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "log")
            store = LoggedStore(path)
            for number in range(20):
                store.set("a", str(number))
            before = os.path.getsize(path)
            store.compact()
            self.assertLess(os.path.getsize(path), before)
            store.snapshot(os.path.join(folder, "copy"))
            store.close()
            for name in ("log", "copy"):
                again = LoggedStore(os.path.join(folder, name))
                self.assertEqual(again.get("a"), "19")
                again.close()


if __name__ == "__main__":
    unittest.main()
