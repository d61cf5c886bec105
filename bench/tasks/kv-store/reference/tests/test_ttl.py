import unittest

from kv.store import Store


class TtlTest(unittest.TestCase):
    def setUp(self):
        self.now = 100.0
        self.store = Store(clock=lambda: self.now)

    def test_a_key_expires(self):
        self.store.set("a", "1", ttl=5)
        self.assertEqual(self.store.ttl("a"), 5)
        self.now = 105.0
        self.assertIsNone(self.store.get("a"))

    def test_a_lasting_key(self):
        self.store.set("a", "1")
        self.assertIsNone(self.store.ttl("a"))
        self.assertRaises(KeyError, self.store.ttl, "b")

    def test_mistakes(self):
        self.assertRaises(ValueError, self.store.set, "a", "1", ttl=0)


if __name__ == "__main__":
    unittest.main()
