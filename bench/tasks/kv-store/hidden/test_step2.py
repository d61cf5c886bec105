import unittest

from kv.store import Store


class Step2(unittest.TestCase):
    def setUp(self):
        self.now = 1000.0
        self.store = Store(clock=lambda: self.now)

    def test_gone_at_the_very_moment(self):
        self.store.set("a", "1", ttl=10)
        self.now = 1009.999
        self.assertEqual(self.store.get("a"), "1")
        self.now = 1010.0
        self.assertIsNone(self.store.get("a"))

    def test_gone_for_every_method(self):
        self.store.set("a", "1", ttl=1)
        self.store.set("b", "2")
        self.now = 1001.0
        self.assertEqual(self.store.keys(), ["b"])
        self.assertEqual(len(self.store), 1)
        self.assertNotIn("a", self.store)
        self.assertIs(self.store.delete("a"), False)
        self.assertRaises(KeyError, self.store.ttl, "a")

    def test_setting_again_makes_it_last(self):
        self.store.set("a", "1", ttl=1)
        self.store.set("a", "2")
        self.now = 2000.0
        self.assertEqual(self.store.get("a"), "2")
        self.assertIsNone(self.store.ttl("a"))

    def test_setting_again_starts_anew(self):
        self.store.set("a", "1", ttl=10)
        self.now = 1005.0
        self.store.set("a", "2", ttl=10)
        self.now = 1012.0
        self.assertEqual(self.store.ttl("a"), 3.0)

    def test_fractions(self):
        self.store.set("a", "1", ttl=0.5)
        self.assertEqual(self.store.ttl("a"), 0.5)

    def test_mistakes_change_nothing(self):
        self.store.set("a", "1", ttl=10)
        for ttl in (0, -1, -0.5):
            with self.assertRaises(ValueError):
                self.store.set("a", "2", ttl=ttl)
        self.assertEqual((self.store.get("a"), self.store.ttl("a")), ("1", 10.0))

    def test_ttl_of_nothing(self):
        self.assertRaises(KeyError, self.store.ttl, "a")

    def test_the_default_clock_is_the_wall_clock(self):
        import time

        store = Store()
        store.set("a", "1", ttl=0.02)
        time.sleep(0.04)
        self.assertIsNone(store.get("a"))
